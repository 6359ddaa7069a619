// Searches the notes of the site. The index is read when the field is used for the first time.
(() => {
  "use strict";
  const place = document.getElementById("slip:search");
  if (!place || !window.fetch) return;
  const root = place.dataset.root;
  const make = (name, values, ...children) => {
    const element = Object.assign(document.createElement(name), values);
    element.append(...children);
    return element;
  };
  const field = make("input", { type: "search", placeholder: "Search (press /)", autocomplete: "off" });
  field.setAttribute("aria-label", "Search the notes");
  const state = make("p", {});
  state.setAttribute("role", "status");
  const results = make("ol", {});
  place.append(field, state, results);
  place.hidden = false;

  const files = new Map();
  const load = name => {
    if (!files.has(name)) {
      files.set(name, fetch(root + "_slip/search/" + name + ".json").then(response => {
        if (!response.ok) throw new Error(response.status);
        return response.json();
      }));
    }
    return files.get(name);
  };

  // Each character of the site folds as in the index, and others lose their marks.
  const foldOther = c => c < "\x80" ? c.toLowerCase() : c.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const fold = (text, map) => Array.from(text, c => Object.hasOwn(map, c) ? map[c] : foldOther(c)).join("");
  // Scripts without spaces, of which each character with its marks is a word.
  const single = new RegExp("[" + ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"]
    .map(name => "\\p{Script=" + name + "}").join("") + "]", "u");
  const split = (text, map) => {
    const words = [];
    for (const run of text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []) {
      let word = "";
      for (const c of run) {
        if (/\p{M}/u.test(c) && !word && words.length) { words[words.length - 1] += c; continue; }
        if (!single.test(c)) { word += c; continue; }
        if (word) words.push(word);
        words.push(c);
        word = "";
      }
      if (word) words.push(word);
    }
    return words.map(word => fold(word, map)).filter(word => word);
  };
  const hash = word => {
    let value = 0x811c9dc5;
    for (const c of Array.from(word).slice(0, 2)) value = Math.imul(value ^ c.codePointAt(0), 0x01000193) >>> 0;
    return value;
  };

  // The words that begin with a single letter are in all files, so it counts only as a whole word.
  const isLetter = word => Array.from(word).length < 2 && !single.test(word);

  // The score of each note that contains a word: BM25, with whole words before longer ones.
  const scores = async (word, isLast, index) => {
    const found = new Map();
    const mean = index.notes.reduce((sum, note) => sum + note.length, 0) / Math.max(index.notes.length, 1);
    const words = await load("words-" + hash(word) % index.words);
    for (const other of isLast && !isLetter(word) ? Object.keys(words).filter(key => key.startsWith(word)) : [word]) {
      const notes = Object.hasOwn(words, other) ? words[other] : [];
      const count = notes.length / 2;
      const weight = Math.log(1 + (index.notes.length - count + .5) / (count + .5)) * (other === word ? 1 : .5);
      for (let i = 0; i < notes.length; i += 2) {
        const length = index.notes[notes[i]].length / Math.max(mean, 1);
        const value = weight * notes[i + 1] * 2.2 / (notes[i + 1] + 1.2 * (.25 + .75 * length));
        found.set(notes[i], Math.max(found.get(notes[i]) ?? 0, value));
      }
    }
    return found;
  };

  // The part of a text around the first word that begins as one that was typed, with all of these marked.
  const passage = (text, words, map) => {
    const runs = Array.from(text.matchAll(/[\p{L}\p{N}\p{M}\p{Co}]+/gu));
    const isMatch = run => {
      const folded = fold(run[0], map);
      return words.some(word => folded.startsWith(word) || single.test(run[0]) && folded.includes(word));
    };
    const first = runs.find(isMatch);
    const start = first ? Math.max(0, text.lastIndexOf(" ", Math.max(0, first.index - 60))) : 0;
    const end = Math.min(text.length, start + 220);
    const line = make("p", {}, start > 0 ? "…" : "");
    let position = start;
    for (const run of runs) {
      if (run.index < start || run.index + run[0].length > end || !isMatch(run)) continue;
      line.append(text.slice(position, run.index), make("mark", { textContent: run[0] }));
      position = run.index + run[0].length;
    }
    line.append(text.slice(position, end), end < text.length ? "…" : "");
    return line;
  };

  const [mostResults, mostPassages] = [20, 10];
  let current = 0;
  const search = async () => {
    const number = ++current;
    const isOld = () => number !== current;
    try {
      const index = await load("notes");
      const words = split(field.value, index.fold);
      if (isOld()) return;
      // The beginning of a next word.
      const hasNext = words.length > 1 && isLetter(words[words.length - 1]);
      if (hasNext) words.pop();
      if (words.length === 0) {
        results.replaceChildren();
        state.textContent = "";
        return;
      }
      const all = await Promise.all(words.map((word, n) => scores(word, n === words.length - 1 && !hasNext, index)));
      if (isOld()) return;
      const found = Array.from(all[0].keys()).filter(note => all.every(one => one.has(note)))
        .map(note => [note, all.reduce((sum, one) => sum + one.get(note), 0)])
        .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      const items = await Promise.all(found.slice(0, mostResults).map(async ([note], place) => {
        const { title, address } = index.notes[note];
        const item = make("li", {}, make("a", { href: root + address, textContent: title }));
        if (place >= mostPassages) return item;
        const { texts } = await load("texts-" + Math.floor(note / index.texts));
        item.append(passage(texts[note % index.texts], words, index.fold));
        return item;
      }));
      if (isOld()) return;
      results.replaceChildren(...items);
      state.textContent = found.length === 1 ? "1 note" : found.length + " notes";
    } catch {
      if (isOld()) return;
      state.textContent = "The search needs the site's files from a web server.";
    }
  };
  // Nothing is read while the user types, in milliseconds.
  const pause = 150;
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, pause);
  });
  place.addEventListener("keydown", event => {
    const links = Array.from(results.querySelectorAll("a"));
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && at + 1 < links.length) links[at + 1].focus();
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? field).focus();
    else if (event.key === "Enter" && event.target === field && links[0]) links[0].click();
    else if (event.key === "Escape") { field.value = ""; field.focus(); search(); }
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", event => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    field.focus();
    event.preventDefault();
  });
})();
