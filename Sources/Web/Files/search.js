// The field that searches the notes of the site. The script that searches is loaded when the field is used.
(() => {
  "use strict";
  const place = document.getElementById("slip:search");
  if (!place) return;
  const { nonce } = document.currentScript;
  const make = (name, values) => Object.assign(document.createElement(name), values);
  const field = make("input", { type: "search", placeholder: "Search (press /)", autocomplete: "off" });
  field.setAttribute("aria-label", "Search the notes");
  const state = make("p", {});
  state.setAttribute("role", "status");
  place.append(
    field, state, make("ol", {}), make("button", { type: "button", textContent: "More results", hidden: true }));
  place.hidden = false;
  const load = () => document.head.append(make("script", { src: place.dataset.root + "_slip/find.js", nonce }));
  field.addEventListener("focus", load, { once: true });
  document.addEventListener("keydown", event => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    field.focus();
    event.preventDefault();
  });
})();
