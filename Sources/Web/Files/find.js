// Searches the notes of the site. Its files are scripts, which browsers load also from a folder without a server. The
// first is loaded when two characters are typed.
(() => {
  "use strict";
  const place = document.getElementById("slip:search");
  const [field, state, results, more] = place.children;
  const { nonce } = document.currentScript;
  const root = place.dataset.root;
  const make = (name, values, ...children) => {
    const element = Object.assign(document.createElement(name), values);
    element.append(...children);
    return element;
  };

  // Each file calls this function with its name and its value.
  const waiting = new Map();
  window.slipSearch = (name, value) => waiting.get(name)?.(value);
  const files = new Map();
  const load = name => {
    if (!files.has(name)) {
      files.set(name, new Promise((resolve, reject) => {
        waiting.set(name, resolve);
        const script = make("script", { src: root + "_slip/search/" + name + ".js", nonce });
        script.onload = () => { script.remove(); reject(new Error(name)); };
        script.onerror = () => { script.remove(); files.delete(name); reject(new Error(name)); };
        document.head.append(script);
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

  // A single letter counts only as a whole word: too many words begin with it.
  const isLetter = word => Array.from(word).length < 2 && !single.test(word);

  // Words are sorted by code points, unlike strings of JavaScript.
  const compare = (a, b) => {
    const [first, second] = [Array.from(a), Array.from(b)];
    const at = first.findIndex((c, n) => c !== second[n]);
    if (at < 0) return first.length - second.length;
    return second[at] === undefined ? 1 : first[at].codePointAt(0) - second[at].codePointAt(0);
  };

  // The numbers of the files whose words are between two words.
  const range = (first, last, index) => {
    const count = word => {
      let [low, high] = [0, index.words.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (compare(index.words[middle], word) <= 0) low = middle + 1; else high = middle;
      }
      return low;
    };
    const start = Math.max(0, count(first) - 1);
    return Array.from({ length: Math.max(0, count(last) - start) }, (_, n) => start + n);
  };

  const add = (found, list, start, weight) => {
    let note = 0;
    for (let i = start; i < list.length; i += 2) {
      note += list[i];
      found.set(note, Math.max(found.get(note) ?? 0, list[i + 1] * weight));
    }
  };

  // The score of each note with a word, or for the last word with one that begins alike. `total` is the number of notes
  // if the scores are only those of the best of them.
  const mostFiles = 3;
  const scores = async (word, isLast, index) => {
    const found = new Map();
    const isWhole = !isLast || isLetter(word);
    const read = async numbers => Object.assign({}, ...await Promise.all(numbers.map(n => load("words-" + n))));
    const all = range(word, isWhole ? word : word + "\u{10ffff}", index);
    if (!isWhole && all.length > mostFiles) {
      const words = await read(range(word, word + "*", index));
      const best = Object.hasOwn(words, word + "*") ? words[word + "*"] : null;
      if (best) {
        add(found, best, 1, 1);
        return { found, total: best[0] };
      }
    }
    const words = await read(all);
    for (const other of Object.keys(words)) {
      if (other === word) add(found, words[other], 0, 1);
      else if (!isWhole && other.startsWith(word) && !other.endsWith("*")) add(found, words[other], 0, .5);
    }
    return { found, total: found.size };
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

  // Results are shown in parts, and passages only for those that are shown and for a limited size of files.
  const part = 10;
  const mostKilobytes = 200;
  let current = 0;
  let words = [];
  let found = [];
  let index = null;
  const show = async (start, isOld) => {
    const shown = found.slice(start, start + part);
    const notes = await Promise.all(shown.map(async ([note]) =>
      (await load("notes-" + Math.floor(note / index.titles)))[note % index.titles]));
    if (isOld()) return;
    const items = notes.map(([title, address]) =>
      make("li", {}, make("a", { href: root + address, textContent: title })));
    if (start === 0) results.replaceChildren(...items); else results.append(...items);
    more.hidden = start + part >= found.length;
    await new Promise(resolve => setTimeout(resolve, pause));
    const seen = new Set();
    let size = 0;
    for (const [n, [, , file, number, kilobytes]] of notes.entries()) {
      if (isOld()) return;
      if (!seen.has(file)) size += kilobytes;
      seen.add(file);
      if (size > mostKilobytes) return;
      load("texts-" + file).then(texts => {
        if (!isOld()) items[n].append(passage(texts[number], words, index.fold));
      }).catch(() => {});
    }
  };
  const clear = () => {
    results.replaceChildren();
    more.hidden = true;
    state.textContent = "";
  };
  const search = async isComplete => {
    const number = ++current;
    const isOld = () => number !== current;
    const typed = field.value.trim();
    if (!typed || !isComplete && isLetter(typed)) return clear();
    try {
      index = await load("index");
      if (isOld()) return;
      const all = split(typed, index.fold);
      // The last letter may be the beginning of a next word.
      const hasNext = all.length > 1 && isLetter(all[all.length - 1]);
      if (hasNext && !isComplete) all.pop();
      if (all.length === 0) return clear();
      let lists = await Promise.all(all.map((word, n) => scores(word, n === all.length - 1 && !hasNext, index)));
      if (isOld()) return;
      // The list of the best notes of a beginning has not all notes that other words also have.
      if (lists.length > 1) lists = lists.filter(list => list.total === list.found.size);
      words = all;
      found = Array.from(lists[0].found.keys()).filter(note => lists.every(list => list.found.has(note)))
        .map(note => [note, lists.reduce((sum, list) => sum + list.found.get(note), 0)])
        .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      const total = lists.length > 1 ? found.length : lists[0].total;
      if (found.length === 0) results.replaceChildren();
      state.textContent = total === 1 ? "1 note" : total + " notes";
      await show(0, isOld);
    } catch {
      if (isOld()) return;
      clear();
      state.textContent = "Files of the search are missing. Export the site again.";
    }
  };
  more.addEventListener("click", () => {
    const number = current;
    const start = results.children.length;
    show(start, () => number !== current).catch(() => {});
    more.hidden = true;
  });
  // Nothing is loaded while the user types, in milliseconds.
  const pause = 150;
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, pause, false);
  });
  place.addEventListener("keydown", event => {
    const links = Array.from(results.querySelectorAll("a"));
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && at + 1 < links.length) links[at + 1].focus();
    else if (event.key === "ArrowUp" && at >= 0) (links[at - 1] ?? field).focus();
    else if (event.key === "Enter" && event.target === field) links[0] ? links[0].click() : search(true);
    else if (event.key === "Escape") { field.value = ""; field.focus(); search(false); }
    else return;
    event.preventDefault();
  });
  // The user may have typed before this script was loaded.
  if (field.value) search(false);
})();
