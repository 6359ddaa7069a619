;;; session.el --- A session of Emacs and Eglot with `slip lsp'  -*- lexical-binding: t -*-
;;   SLIP=… VAULT=… emacs --batch -Q -l session.el
;; Prints `key: value' lines; status 0 when all went well, 1 otherwise.
;; -Q leaves out the packages of the system: Debian's are in one of these.
(unless (locate-library "eglot")
  (dolist (folder (append (file-expand-wildcards "/usr/share/emacs*/site-lisp/elpa*/eglot-*")
                          (file-expand-wildcards "~/.emacs.d/elpa/eglot-*")))
    (add-to-list 'load-path folder)))
(require 'cl-lib)
(require 'subr-x)
(setq debug-on-error nil make-backup-files nil auto-save-default nil create-lockfiles nil
      enable-local-variables nil inhibit-message t)
(defvar session-failures 0)
(defvar session-slip (getenv "SLIP"))
(defvar session-vault (file-truename (file-name-as-directory (getenv "VAULT"))))

(defun say (key value) (princ (format "%s: %s\n" key value)))
(defun fail (what) (cl-incf session-failures) (say "failed" what))
(defun expect (key value wanted)
  (say key value)
  (unless (equal value wanted) (fail (format "%s should be %s" key wanted))))
(defun wait (what condition)
  (let ((end (+ (float-time) 20)) done)
    (while (and (not (setq done (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (unless done (fail (concat "waited in vain for " what)))
    done))
(defun lines () (string-join (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n") "|"))
(defun contents (path)
  (let ((file (expand-file-name path session-vault)))
    (if (file-exists-p file)
        (with-temp-buffer (insert-file-contents file) (lines))
      "(no file)")))
(defun there (path) (file-exists-p (expand-file-name path session-vault)))

;; Eglot asks for the mode; markdown-mode is a package of its own and need not be installed.
(unless (require 'markdown-mode nil t)
  (define-derived-mode markdown-mode text-mode "Markdown"))
(add-to-list 'auto-mode-alist '("\\.md\\'" . markdown-mode))
(load (expand-file-name "slip-eglot.el" (file-name-directory (or load-file-name buffer-file-name))) nil t)
(setq eglot-server-programs `((markdown-mode . (,session-slip "lsp"))) eglot-sync-connect 20
      eglot-send-changes-idle-time 0 eglot-confirm-server-initiated-edits nil)
(remove-hook 'markdown-mode-hook #'eglot-ensure)

(defun session ()
  (find-file (expand-file-name "Alpha.md" session-vault))
  (apply #'eglot (eglot--guess-contact))
  (let ((alpha (current-buffer)) (server (eglot-current-server)))
    ;; A person's Emacs does these for every note that is opened.
    (add-hook 'markdown-mode-hook #'eglot--maybe-activate-editing-mode)

    ;; Diagnostics.
    (flymake-start)
    (wait "diagnostics" #'flymake-diagnostics)
    (expect "diagnostics"
            (mapconcat (lambda (d)
                         (save-excursion
                           (goto-char (flymake-diagnostic-beg d))
                           (format "%d:%d %s" (line-number-at-pos) (1+ (current-column)) (flymake-diagnostic-text d))))
                       (flymake-diagnostics) "; ")
            "3:20 slip [broken-link]: there is no note 'Nowhere'")

    ;; Completion.
    (goto-char (point-max))
    (insert "[[Be\n")
    (backward-char)
    (pcase-let ((`(,beg ,end ,table . ,_) (eglot-completion-at-point)))
      (expect "completion"
              (mapconcat #'substring-no-properties
                         (all-completions (buffer-substring-no-properties beg end) table) "; ")
              "Beta"))
    (let ((completion-at-point-functions '(eglot-completion-at-point))) (completion-at-point))
    (expect "completed" (lines) "# Alpha||See [[Beta]] and [[Nowhere]].|[[Beta]]|")

    ;; Definition.
    (goto-char (point-min)) (search-forward "[[Be")
    (xref-find-definitions (xref-backend-identifier-at-point 'eglot))
    (expect "definition"
            (format "%s:%d" (file-relative-name (buffer-file-name) session-vault) (line-number-at-pos))
            "Folder/Beta.md:1")
    (switch-to-buffer alpha)

    ;; Rename.
    (goto-char (point-min)) (search-forward "[[Be")
    (eglot-rename "Gamma")
    (expect "renamed" (lines) "# Alpha||See [[Gamma]] and [[Nowhere]].|[[Gamma]]|")
    (expect "old file" (if (there "Folder/Beta.md") "there" "gone") "gone")
    (expect "new file" (if (there "Folder/Gamma.md") "there" "missing") "there")

    ;; Save.
    (save-some-buffers t)
    (expect "saved Alpha.md" (contents "Alpha.md") "# Alpha||See [[Gamma]] and [[Nowhere]].|[[Gamma]]|")
    (expect "saved Folder/Gamma.md" (contents "Folder/Gamma.md") "# Gamma||## Part||Text.|")

    ;; Only the link that was broken before is broken still.
    (flymake-start)
    (wait "diagnostics after the rename" (lambda () (= 1 (length (flymake-diagnostics)))))
    (expect "diagnostics after"
            (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "; ")
            "slip [broken-link]: there is no note 'Nowhere'")

    ;; Leave: `shutdown', its answer, `exit'.
    (let ((process (jsonrpc--process server)) (eglot-autoreconnect nil)
          (errors (jsonrpc-stderr-buffer server)))
      ;; As `eglot-shutdown' does, but for the kill -9 that follows there at once.
      (setf (eglot--shutdown-requested server) t)
      (jsonrpc-request server :shutdown nil :timeout 20)
      (jsonrpc-notify server :exit nil)
      (wait "the end of the server" (lambda () (not (process-live-p process))))
      (expect "server ended" (format "%s %d" (process-status process) (process-exit-status process)) "exit 0")
      (let ((complaints (if (buffer-live-p errors)
                            (with-current-buffer errors
                              (string-trim
                               (replace-regexp-in-string "^Process EGLOT .* finished$" "" (buffer-string))))
                          "")))
        (expect "complaints in the log"
                (if (string-empty-p complaints) "0" complaints) "0")))))

(condition-case problem (session)
  (error (fail (error-message-string problem))))
(kill-emacs (if (zerop session-failures) 0 1))
