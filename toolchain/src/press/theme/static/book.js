// The book's own script, in place of the theme's: light and dark, search, the two sidebars, copying code,
// folds, and what hovering or focusing shows. Without it the page is whole; only these are missing.
"use strict";

// Copying. A session or a transcript is copied without its prompts and without its output.

// The code of each claim in an element with data-code: pairs of a first line and a number of lines.
function codeOf(session) {
  const lines = session.querySelector("pre").textContent.split("\n");
  const prompt = session.querySelector(".highlight-pycon") ? 4 : 2;
  const numbers = session.dataset.code.split(" ").map(Number);
  return numbers.flatMap((first, index) => (index % 2 ? [] : [lines.slice(first, first + numbers[index + 1])]))
    .map((code) => code.map((line) => line.slice(prompt)).join("\n"));
}

function codeToCopy(pre) {
  const session = pre.closest("[data-code]");
  return session ? codeOf(session).join("\n") : pre.textContent.replace(/\n$/, "");
}

function addCopyButton(pre, said) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(codeToCopy(pre));
    button.textContent = said.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 1500);
  });
  pre.parentElement.append(button);
}

function addCopyButtons() {
  if (!navigator.clipboard) return; // a page from elsewhere without encryption may not copy
  const said = document.createElement("div");
  said.className = "visually-hidden copy-said";
  said.setAttribute("role", "status");
  (document.querySelector("main") || document.body).append(said);
  whenNear(".bd-article div.highlight > pre", (pre) => addCopyButton(pre, said));
}

// Something is done to an element when it comes near: a long page has more of them than anyone looks at.

function whenNear(selector, work) {
  const watcher = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      work(target);
    }
  }, { rootMargin: "200px" });
  for (const element of document.querySelectorAll(selector)) watcher.observe(element);
}

// What is wider than its box scrolls inside it, and then the keyboard must be able to reach it.

const scrolling = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth <= target.clientWidth) target.removeAttribute("tabindex");
    else if (!target.hasAttribute("tabindex")) target.tabIndex = 0;
  }
});

function watchScrolling() {
  const boxes = "pre, .cell_output > .output, .pst-scrollable-table-container";
  for (const box of document.querySelectorAll(boxes)) scrolling.observe(box);
}

// Chromium makes every root as wide as it would be with the widest root sign of the font: a gap follows it.

function closeGapAfterRoot(root) {
  const end = Math.max(...[...root.children].map((child) => child.getBoundingClientRect().right));
  const gap = (root.getBoundingClientRect().right - end) / parseFloat(getComputedStyle(root).fontSize);
  if (gap > 0.05) root.style.marginInlineEnd = `${-gap}em`;
}

// Light and dark. The page's head has chosen already; here the reader changes it.

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function setMode(mode) {
  const theme = mode === "auto" ? (prefersDark.matches ? "dark" : "light") : mode;
  Object.assign(document.documentElement.dataset, { mode, theme });
  try {
    localStorage.setItem("mode", mode);
  } catch { /* A reader may forbid pages to keep anything. */ }
}

function watchMode() {
  const mode = () => document.documentElement.dataset.mode;
  prefersDark.addEventListener("change", () => { if (mode() === "auto") setMode("auto"); });
  for (const button of document.querySelectorAll(".theme-switch-button")) {
    button.addEventListener("click", () => {
      const order = prefersDark.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
      setMode(order[(order.indexOf(mode()) + 1) % 3]);
    });
  }
}

// Search: a field over the page, by its buttons or by Ctrl+K.

function watchSearch() {
  const dialog = document.getElementById("pst-search-dialog");
  const own = document.querySelector("main form.bd-search input, main form input[name=q]");
  const open = () => { if (own) own.focus(); else if (dialog && !dialog.open) dialog.showModal(); };
  const apple = /Mac|iP(hone|ad)/.test(navigator.platform);
  if (apple) for (const key of document.querySelectorAll(".kbd-shortcut__modifier")) if (key.textContent === "Ctrl") key.textContent = "⌘";
  for (const button of document.querySelectorAll(".search-button__button")) button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if ((apple ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey && /^k$/i.test(event.key)) {
      event.preventDefault();
      if (dialog && dialog.open) dialog.close();
      else open();
    }
  });
  if (dialog) dialog.addEventListener("click", (event) => closeOutside(dialog, event));
}

// On the search page a place of the index is given by its page's title alone: add the term.

function nameTerms() {
  const results = document.getElementById("search-results");
  if (!results || typeof Search === "undefined") return;
  const terms = new Map();
  const learn = ({ docnames, indexentries }) => {
    for (const [term, places] of Object.entries(indexentries))
      for (const [page, id] of places) terms.set(`${docnames[page]}.html#${id}`, term);
  };
  new MutationObserver(() => {
    if (!terms.size) learn(Search._index);
    for (const link of results.querySelectorAll("li > a:not([data-named])")) {
      const term = terms.get(link.getAttribute("href"));
      link.dataset.named = term || "";
      if (term) link.append(`: ${term}`);
    }
  }).observe(results, { childList: true, subtree: true });
}

function closeOutside(dialog, event) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside = left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
  if (event.target === dialog && !inside) dialog.close();
}

// The sidebars: beside the text where there is room, else in a dialog over it.

function watchSidebar(toggleName, name) {
  const toggle = document.querySelector(toggleName);
  const bar = document.getElementById(`pst-${name}-sidebar`);
  const dialog = document.getElementById(`pst-${name}-sidebar-modal`);
  if (!toggle || !bar || !dialog) return;
  const move = (from, to) => {
    to.append(...from.childNodes);
    to.classList.add(...from.classList);
    from.className = "";
  };
  toggle.addEventListener("click", () => {
    if (name === "primary" && matchMedia("(min-width: 992px)").matches) {
      bar.classList.toggle("pst-sidebar-hidden");
      return;
    }
    move(bar, dialog);
    dialog.showModal();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target.closest("a[href*='#']")) dialog.close();
    else closeOutside(dialog, event);
  });
  dialog.addEventListener("close", () => { move(dialog, bar); toggle.focus(); });
  // Sphinx takes every Escape for its highlighted words, and the dialog would stay open.
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") event.stopPropagation(); });
}

// Where the reader is: the section whose heading was passed last is marked in the page's contents.

function watchPlace() {
  const links = new Map();
  for (const link of document.querySelectorAll("#pst-page-toc-nav a[href^='#']")) {
    const section = addressed(link.hash);
    if (section) links.set(section, link);
  }
  const entries = [...document.querySelectorAll("#pst-page-toc-nav .toc-entry")];
  const mark = (current) => {
    for (const link of links.values()) {
      link.classList.toggle("active", link === current);
      if (link === current) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const entry of entries) entry.classList.toggle("active", entry.contains(current));
  };
  const seen = new Set();
  const watcher = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) seen[isIntersecting ? "add" : "delete"](target);
    const inner = [...links.keys()].filter((section) => seen.has(section)).pop();
    if (inner) mark(links.get(inner));
  }, { rootMargin: "-15% 0px -80% 0px" });
  for (const section of links.keys()) watcher.observe(section);
}

// What the page's address leads to; an address with a broken escape leads nowhere.

function addressed(hash) {
  try {
    return hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch { return null; }
}

// Folds. A link into a closed fold opens it, and so does printing.

function watchFolds() {
  const reveal = () => {
    const target = addressed(location.hash);
    for (let fold = target && target.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
    if (target && target.closest("details")) target.scrollIntoView();
  };
  window.addEventListener("hashchange", reveal);
  reveal();
  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details.fold:not([open])")];
    for (const fold of closed) fold.open = true;
  });
  window.addEventListener("afterprint", () => { for (const fold of closed) fold.open = false; });
}

// Previews: of what a link inside the book points to, and of the expression behind a computed number.
// Those of other pages stand in previews.js, a script because a page opened as a file may not read others.

const popup = document.createElement("div");
popup.id = "preview";
popup.setAttribute("role", "tooltip");
popup.hidden = true;
let shownFor = null, timer = 0, loading = null;

function previewsOfOthers() {
  loading ||= new Promise((done) => {
    window.bookPreviews = done;
    const script = document.createElement("script");
    script.src = document.documentElement.dataset.content_root + "_static/previews.js";
    script.onerror = () => done({});
    document.head.append(script);
  });
  return loading;
}

async function previewFor(element) {
  if (element.dataset.expression !== undefined) {
    const code = document.createElement("code");
    code.textContent = element.dataset.expression;
    const box = document.createElement("p");
    box.append("Computed: ", code);
    return box.outerHTML;
  }
  const root = new URL(document.documentElement.dataset.content_root, location.href);
  const target = new URL(element.href);
  if (!target.hash || !target.href.startsWith(root.href)) return "";
  const key = target.pathname.slice(root.pathname.length) + target.hash;
  return (await previewsOfOthers())[key] || "";
}

function place(element) {
  const at = element.getClientRects()[0] || element.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const left = Math.max(12, Math.min(at.left, width - popup.offsetWidth - 12));
  const above = at.top - popup.offsetHeight - 6;
  const below = at.bottom + popup.offsetHeight + 6 < innerHeight || above < 0;
  popup.style.left = left + scrollX + "px";
  popup.style.top = (below ? at.bottom + 6 : above) + scrollY + "px";
}

async function show(element) {
  shownFor = element;
  const html = await previewFor(element);
  if (!html || shownFor !== element) return;
  popup.innerHTML = html;
  for (const named of popup.querySelectorAll("[id]")) named.removeAttribute("id");
  for (const link of popup.querySelectorAll("a, [tabindex]")) { link.removeAttribute("href"); link.removeAttribute("tabindex"); }
  popup.hidden = false;
  place(element);
  element.setAttribute("aria-describedby", "preview");
}

function hide() {
  clearTimeout(timer);
  if (shownFor) shownFor.removeAttribute("aria-describedby");
  shownFor = null;
  popup.hidden = true;
}

function watchPreviews() {
  document.body.append(popup);
  const chosen = ".bd-article [data-expression], .bd-article a.internal:not(.headerlink)";
  for (const element of document.querySelectorAll("[data-expression]")) element.removeAttribute("title");
  const start = (event, delay) => {
    const element = event.target.closest && event.target.closest(chosen);
    if (!element || element === shownFor) return;
    hide();
    timer = setTimeout(() => show(element), delay);
  };
  document.addEventListener("mouseover", (event) => start(event, 250));
  document.addEventListener("mouseout", (event) => {
    const to = event.relatedTarget;
    if (to && (popup.contains(to) || (shownFor && shownFor.contains(to)))) return;
    if (popup.contains(event.target) || (event.target.closest && event.target.closest(chosen))) hide();
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) start(event, 0); });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
}

function begin() {
  watchMode();
  watchSearch();
  nameTerms();
  watchSidebar(".primary-toggle", "primary");
  watchSidebar(".secondary-toggle", "secondary");
  watchPlace();
  watchFolds();
  watchPreviews();
  addCopyButtons();
  watchScrolling();
  document.fonts.load("1em 'Book Maths'").then(() => whenNear("msqrt", closeGapAfterRoot), () => {});
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
