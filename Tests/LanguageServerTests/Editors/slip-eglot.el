;;; slip-eglot.el --- What a person's init.el holds for `slip lsp'  -*- lexical-binding: t -*-
(require 'eglot)

;; The server.
(add-to-list 'eglot-server-programs '(markdown-mode . ("slip" "lsp")))
(add-hook 'markdown-mode-hook #'eglot-ensure)

;; One server for the whole vault, also where the vault is under no version control.
;; (From Emacs 29 on this does it too: (setq project-vc-extra-root-markers '(".slipbox")).)
(defun slip-project (folder)
  (let ((root (locate-dominating-file folder ".slipbox")))
    (and root (cons 'transient root))))
(add-hook 'project-find-functions #'slip-project)

;; Files made, renamed and deleted for the server. Eglot 1.9 (and what came with Emacs 29) does not do it, so that notes
;; could not be renamed; later versions do, and are left alone here.
(defvar slip-eglot-moves-files nil)
(cl-defmethod eglot-client-capabilities :around (_server)
  (let* ((all (cl-call-next-method)) (workspace (plist-get all :workspace)))
    (if (plist-get (plist-get workspace :workspaceEdit) :resourceOperations)
        all
      (setq slip-eglot-moves-files t)
      (plist-put all :workspace
                 (plist-put workspace :workspaceEdit
                            '(:documentChanges t :resourceOperations ["create" "rename" "delete"]))))))

(define-advice eglot--apply-workspace-edit (:around (apply edit &rest rest) slip-files)
  (if (not (and slip-eglot-moves-files
                (cl-find-if (lambda (step) (plist-get step :kind)) (plist-get edit :documentChanges))))
      (apply apply edit rest)
    (cl-loop
     for step across (plist-get edit :documentChanges) do
     (pcase (plist-get step :kind)
       ("create" (let ((file (eglot--uri-to-path (plist-get step :uri))))
                   (make-directory (file-name-directory file) t)
                   (write-region "" nil file nil 'silent nil 'excl)))
       ("delete" (delete-file (eglot--uri-to-path (plist-get step :uri)) t))
       ("rename" (let* ((old (eglot--uri-to-path (plist-get step :oldUri)))
                        (new (eglot--uri-to-path (plist-get step :newUri)))
                        (buffer (find-buffer-visiting old))
                        (windows (and buffer (get-buffer-window-list buffer nil t))))
                   (when buffer
                     (with-current-buffer buffer (save-buffer))
                     (kill-buffer buffer))
                   (make-directory (file-name-directory new) t)
                   (rename-file old new)
                   (when buffer
                     (let ((now (find-file-noselect new)))
                       (dolist (window windows) (set-window-buffer window now))))))
       (_ (apply apply (list :documentChanges (vector step)) rest))))))
