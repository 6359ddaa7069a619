// Suggestions and results for the search, and a reload when the note of the page changes.
(() => {
  "use strict";
  const form = document.getElementById("slip:find");
  if (!form) return;
  const field = form.elements.q;
  const folder = form.action.slice(0, form.action.lastIndexOf("/") + 1);
  let number = 0;
  field.addEventListener("input", async () => {
    const current = ++number;
    try {
      const response = await fetch(folder + "suggest?q=" + encodeURIComponent(field.value));
      const terms = await response.json();
      if (current !== number) return;
      // The list completes the whole field, and a suggestion only the last term.
      const before = field.value.slice(0, field.value.lastIndexOf(" ") + 1);
      document.getElementById("slip:terms").replaceChildren(...terms.map(term =>
        Object.assign(document.createElement("option"), { value: before + term })));
    } catch { /* The server has ended. */ }
  });
  // The results of the search page, below the field, when typing pauses (in milliseconds).
  const pause = 150;
  const place = document.createElement("div");
  form.after(place);
  let timer = 0;
  let search = 0;
  const find = async () => {
    const current = ++search;
    const text = field.value.trim();
    if (Array.from(text).length < 2) { place.replaceChildren(); return; }
    try {
      const response = await fetch(form.action + "?typing=1&q=" + encodeURIComponent(text));
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (current !== search || !response.ok) return;
      for (const link of page.querySelectorAll("main a[href]"))
        link.href = new URL(link.getAttribute("href"), response.url).href;
      place.replaceChildren(...page.querySelectorAll("main > [role=status], main > .remark, main > .references"));
    } catch { /* The server has ended. */ }
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, pause);
  });
  form.addEventListener("keydown", event => {
    if (event.key === "Escape") { field.value = ""; find(); }
  });
  document.addEventListener("keydown", event => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    field.focus();
    event.preventDefault();
  });
  if (!form.dataset.watch) return;
  // A hidden page needs no connection, of which browsers allow few. It is loaded again when it is shown.
  let events = null;
  let wasHidden = false;
  const listen = () => {
    events?.close();
    events = null;
    if (document.hidden) { wasHidden = true; return; }
    if (wasHidden) { location.reload(); return; }
    events = new EventSource(folder + "events?path=" + form.dataset.watch);
    events.onmessage = () => location.reload();
  };
  document.addEventListener("visibilitychange", listen);
  listen();
})();
