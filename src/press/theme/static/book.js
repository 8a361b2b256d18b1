// The book's own script: copying code, opening and closing folds, and what hovering or focusing shows.
// Without it the page is whole; only these conveniences are missing.
"use strict";

// Copying. A session or a transcript is copied without its prompts and without its output.

function codeToCopy(pre) {
  const lines = pre.textContent.replace(/\n$/, "").split("\n");
  const commands = pre.closest(".highlight-console, .highlight-shell");
  if (commands) {
    const kept = [];
    let open = false;
    for (const line of lines) {
      const prompt = open ? /^> / : /^\$ /;
      if (!prompt.test(line)) continue;
      kept.push(line.replace(prompt, ""));
      open = line.endsWith("\\");
    }
    return kept.length ? kept.join("\n") : lines.join("\n");
  }
  if (!lines[0].startsWith(">>>")) return lines.join("\n");
  return lines.filter((line) => /^(>>>|\.\.\.)( |$)/.test(line)).map((line) => line.slice(4)).join("\n");
}

async function copy(text) {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

function addCopyButtons() {
  const said = document.createElement("div");
  said.className = "visually-hidden copy-said";
  said.setAttribute("role", "status");
  (document.querySelector("main") || document.body).append(said);
  for (const pre of document.querySelectorAll(".bd-article div.highlight > pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-code";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await copy(codeToCopy(pre));
      button.textContent = said.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 1500);
    });
    pre.parentElement.append(button);
  }
}

// Folds. The theme decides on loading which blocks scroll and so take the keyboard's focus: when a fold
// opens, it must decide again. A link into a closed fold opens it, and so does printing.

function watchFolds() {
  document.addEventListener("toggle", () => window.dispatchEvent(new Event("resize")), true);
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
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
  addCopyButtons();
  watchFolds();
  watchPreviews();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
