// What pages have in addition with JavaScript: the choice of colors, the mark of the section that is read, previews of
// links, notes in the margin, and a button that copies code.
(() => {
  "use strict";
  const script = document.currentScript;
  const page = document.documentElement;
  const all = (selector, place = document) => Array.from(place.querySelectorAll(selector));
  const make = (name, values, ...children) => {
    const element = Object.assign(document.createElement(name), values);
    element.append(...children);
    return element;
  };

  // Light or dark.
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => page.dataset.theme ? page.dataset.theme === "dark" : system.matches;
  const theme = make("button", { type: "button", className: "theme", title: "Light or dark colors" });
  const describe = () => {
    theme.setAttribute("aria-label", "Dark colors");
    theme.setAttribute("aria-pressed", isDark());
  };
  theme.addEventListener("click", () => {
    const chosen = isDark() ? "light" : "dark";
    const isOfSystem = (chosen === "dark") === system.matches;
    if (isOfSystem) delete page.dataset.theme; else page.dataset.theme = chosen;
    try {
      if (isOfSystem) localStorage.removeItem("slip-theme"); else localStorage.setItem("slip-theme", chosen);
    } catch { /* The choice lasts as long as the page. */ }
    describe();
  });
  system.addEventListener("change", describe);
  describe();
  document.querySelector("body > header")?.append(theme);

  // Contents and graph are open beside the text.
  const isWide = matchMedia("(min-width: 700px)");
  const unfold = () => { for (const part of all(".side > details")) part.open = isWide.matches; };
  isWide.addEventListener("change", unfold);
  if (isWide.matches) unfold();

  // The section that is read is marked in the contents.
  const links = new Map(all(".contents a").map(link => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = Array.from(links.keys(), id => document.getElementById(id)).filter(heading => heading);
  if (headings.length) {
    let marked = null;
    const mark = () => {
      const read = headings.findLast(heading => heading.getBoundingClientRect().top < 120);
      const link = read && links.get(read.id);
      if (link === marked) return;
      marked?.removeAttribute("aria-current");
      marked = link;
      if (!link) return;
      link.setAttribute("aria-current", "location");
      const side = link.closest(".side");
      if (side.scrollHeight > side.clientHeight) side.scrollTop = link.offsetTop - side.clientHeight / 2;
    };
    // All that is below the line is inside, so that a jump over a whole screen is noticed too.
    const observer = new IntersectionObserver(mark, { rootMargin: "-119px 0px 9999999px 0px", threshold: [0, 1] });
    for (const heading of headings) observer.observe(heading);
  }

  // Code can be copied, and what scrolls can be reached with keys.
  for (const part of all(".text pre, .text table")) if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  for (const code of navigator.clipboard ? all(".text pre") : []) {
    const copy = make("button", { type: "button", className: "copy", textContent: "Copy" });
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        copy.textContent = "Copied";
      } catch { copy.textContent = "Cannot copy"; }
      setTimeout(() => { copy.textContent = "Copy"; }, 2000);
    });
    const frame = make("div", { className: "code" });
    code.replaceWith(frame);
    frame.append(code, copy);
  }

  // Footnotes are beside their references if the margin is wide enough.
  const margin = matchMedia("(min-width: 1520px)");
  const notes = all("article > .text > .footnotes > ol > li");
  const place = () => {
    let end = 0;
    for (const note of notes) {
      note.style.top = "";
      if (!margin.matches) continue;
      const reference = document.getElementById(note.querySelector(".backlink")?.hash.slice(1) ?? "");
      const text = note.closest(".text").getBoundingClientRect().top;
      const top = Math.max(end, reference ? reference.getBoundingClientRect().top - text - 4 : 0);
      note.style.top = top + "px";
      end = top + note.offsetHeight + 12;
    }
    notes[0]?.closest(".text").style.setProperty("--end", margin.matches ? end + "px" : "");
    notes[0]?.closest("section").classList.add("placed");
  };
  if (notes.length) {
    place();
    addEventListener("resize", place);
    addEventListener("load", place);
  }

  // Previews of the pages that links lead to, from a file of the site or, of a server, from the page itself.
  const root = new URL(script.dataset.root, location.href).href;
  const count = Number(script.dataset.previews);
  const waiting = new Map();
  const known = new Map();
  window.slipPreviews = (number, texts) => waiting.get(number)?.(texts);
  const number = path => {
    let value = 0x811c9dc5;
    for (const c of path) value = Math.imul(value ^ c.codePointAt(0), 0x01000193) >>> 0;
    return value % count;
  };
  const load = shard => new Promise((found, failed) => {
    waiting.set(shard, found);
    const source = make("script", { src: root + "_slip/previews/" + shard + ".js", onerror: failed });
    source.nonce = script.nonce;
    document.head.append(source);
  });
  const read = async address => {
    if (count) {
      const path = address.slice(root.length);
      const shard = number(path);
      if (!known.has(shard)) known.set(shard, load(shard));
      const texts = await known.get(shard);
      return Object.hasOwn(texts, path) ? texts[path] : null;
    }
    if (!known.has(address)) {
      known.set(address, fetch(address).then(response => response.text()).then(text => {
        const other = new DOMParser().parseFromString(text, "text/html");
        const about = other.querySelector("meta[name=description]")?.content;
        return about ? [other.querySelector("h1")?.textContent ?? "", about] : null;
      }));
    }
    return known.get(address);
  };
  const card = make("div", { id: "slip:card", hidden: true });
  card.setAttribute("role", "tooltip");
  document.body.append(card);
  let current = null;
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    current?.removeAttribute("aria-describedby");
    current = null;
    card.hidden = true;
  };
  const show = async link => {
    try {
      const isFootnote = link.parentElement.matches(".footnote");
      const [address, hash] = [link.href.split("#")[0], link.hash];
      if (isFootnote) {
        const note = document.getElementById(decodeURIComponent(hash.slice(1)))?.cloneNode(true);
        for (const back of all(".backlink", note)) back.remove();
        card.replaceChildren(make("p", { textContent: note.textContent.trim() }));
      } else {
        const found = await read(address);
        if (!found || current !== link) return;
        card.replaceChildren(make("strong", { textContent: found[0] }), make("p", { textContent: found[1] }));
      }
    } catch { return; }
    card.hidden = false;
    const at = link.getBoundingClientRect();
    const isBelow = at.bottom + card.offsetHeight + 12 < innerHeight || at.top < card.offsetHeight;
    card.style.left = Math.max(8, Math.min(at.left, page.clientWidth - card.offsetWidth - 8)) + "px";
    card.style.top = (isBelow ? at.bottom + 6 : at.top - card.offsetHeight - 6) + "px";
    link.setAttribute("aria-describedby", card.id);
  };
  const consider = event => {
    const link = event.target.closest?.("main a[href]");
    if (link === current) return;
    hide();
    if (!link || link.closest(".contents, .crumbs") || link.matches(".anchor, .backlink, .keyword")) return;
    const isOther = link.href?.startsWith?.(root) && link.href.split("#")[0] !== location.href.split("#")[0];
    const isFootnote = link.parentElement.matches(".footnote") && !margin.matches;
    if (!isOther && !isFootnote || isOther && !/\.html$/.test(link.pathname)) return;
    current = link;
    timer = setTimeout(show, event.type === "focusin" ? 0 : 300, link);
  };
  document.addEventListener("mouseover", consider);
  document.addEventListener("focusin", consider);
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, { passive: true, capture: true });
  document.addEventListener("keydown", event => { if (event.key === "Escape") hide(); });
})();
