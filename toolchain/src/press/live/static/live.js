// Run and Edit under the examples that need no more than plain Python and the book's scalar engine. They run
// in MicroPython, in a worker that is loaded at the first click and can be stopped. Each run starts afresh:
// the examples before it on the page, as they stand there, run first and print nothing.
"use strict";

(() => {
  const engineAddress = document.currentScript.dataset.python;
  const STOP_AFTER = 600; // milliseconds after which a run can be stopped

  // The worker.

  let loading = null; // a promise of the engine's parts
  let worker = null; // a promise of a worker that is ready
  let current = null; // the run under way

  function loadParts() {
    loading ||= new Promise((resolve, reject) => {
      window.livePython = async (parts) => {
        try {
          const [code, wasm] = await Promise.all([unpack(parts.worker), unpack(parts.wasm)]);
          const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
          resolve({ ...parts, address, wasm });
        } catch (error) { reject(error); }
      };
      const script = document.createElement("script");
      script.src = engineAddress;
      script.onerror = () => { loading = null; reject(new Error("Python could not be loaded.")); };
      document.head.append(script);
    });
    return loading;
  }

  async function unpack(text) {
    if (!window.DecompressionStream) throw new Error("This browser is too old to run Python in a page.");
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  }

  function startWorker() {
    worker ||= loadParts().then(({ address, wasm, modules, comparison }) => new Promise((resolve, reject) => {
      const started = new Worker(address);
      started.onerror = (event) => event.preventDefault() || reject(new Error(event.message || "Python could not be started."));
      started.onmessage = ({ data }) => {
        if (data.ready) resolve(started);
        else reject(new Error(data.failed));
      };
      started.postMessage({ wasm, modules, comparison });
    }));
    worker.catch(() => { worker = null; });
    return worker;
  }

  function endWorker() {
    if (worker) worker.then((started) => started.terminate(), () => {});
    worker = null;
  }

  // Gives what a session prints; `tell` hears what it has printed so far. Only one run at a time.
  async function run(before, session, tell) {
    if (current) current.stop();
    let stop;
    const stopped = new Promise((resolve) => {
      stop = () => { endWorker(); resolve({ stopped: true }); };
    });
    const mine = { stop };
    current = mine;
    const answer = startWorker().then((started) => new Promise((resolve, reject) => {
      started.onmessage = ({ data }) => {
        if (data.failed) { endWorker(); reject(new Error(data.failed)); }
        else if (data.done) resolve(data);
        else tell(data.printed);
      };
      if (current === mine) started.postMessage({ before, session });
    }));
    try {
      return await Promise.race([answer, stopped]);
    } finally {
      if (current === mine) current = null;
    }
  }

  // The blocks.

  function button(label, what, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.setAttribute("aria-label", `${label} ${what}`);
    made.addEventListener("click", action);
    return made;
  }

  function element(tag, className) {
    const made = document.createElement(tag);
    made.className = className;
    return made;
  }

  const blocks = [];

  class Block {
    constructor(holder) {
      this.holder = holder;
      this.highlight = holder.querySelector("div.highlight");
      const wants = JSON.parse(holder.dataset.wants);
      // `codeOf` is book.js's: the code of each claim, without prompts.
      this.claims = codeOf(holder).map((code, index) => ({ code, want: wants[index] }));
      this.book = this.claims.map((claim) => claim.code).join("\n");
      this.editor = null;
      if (holder.classList.contains("live-silent")) return;
      const what = "this example";
      this.runButton = button("Run", what, () => this.run());
      this.stopButton = button("Stop", what, () => current && current.stop());
      this.editButton = button("Edit", what, () => this.edit());
      this.undoButton = button("Undo edits", "of this example", () => this.undo());
      this.stopButton.hidden = this.undoButton.hidden = true;
      this.bar = element("div", "live-bar");
      this.bar.append(this.runButton, this.stopButton, this.editButton, this.undoButton);
      this.printed = element("pre", "live-printed");
      this.verdict = element("p", "live-verdict");
      this.verdict.setAttribute("role", "status");
      this.printed.hidden = true;
      scrolling.observe(this.printed);
      this.holder.append(this.bar, this.printed, this.verdict);
    }

    // What it claims; of an edited example, that all of it prints what the book shows.
    get session() {
      if (!this.edited) return this.claims;
      return [{ code: this.editor.value, want: this.claims.map((claim) => claim.want).join("") }];
    }

    get edited() { return this.editor && this.editor.value !== this.book; }

    async run() {
      const before = blocks.slice(0, blocks.indexOf(this)).flatMap((block) => block.session.map((claim) => claim.code));
      this.holder.setAttribute("aria-busy", "true");
      this.say(worker ? "" : "Starting Python …");
      this.print("");
      const late = setTimeout(() => {
        this.stopButton.hidden = false;
        const running = () => { if (this.holder.hasAttribute("aria-busy")) this.say("Running …"); };
        startWorker().then(running, () => {});
      }, STOP_AFTER);
      try {
        const answer = await run(before, this.session, (text) => this.print(text));
        if (answer.stopped) this.say("Stopped.");
        else this.show(answer);
      } catch (error) {
        this.say(error.message);
      }
      clearTimeout(late);
      if (document.activeElement === this.stopButton) this.runButton.focus();
      this.stopButton.hidden = true;
      this.holder.removeAttribute("aria-busy");
    }

    show({ printed, same }) {
      this.print(printed);
      if (/recursion depth exceeded/.test(printed)) {
        this.say("The Python of this page allows about a hundred nested calls, yours about a thousand.");
      } else if (!printed && same) this.say("It ran, and prints nothing, as in the book.", "same");
      else if (same) this.say("The same as in the book.", "same");
      else if (this.edited) this.say(printed ? "This is what your version prints." : "It ran, and printed nothing.");
      else this.say("This differs from the book: an example before it was edited, or Python's version matters.");
    }

    print(text) {
      this.printed.textContent = text;
      this.printed.hidden = !text;
    }

    say(text, kind = "") {
      this.verdict.textContent = text;
      this.verdict.classList.toggle("live-same", kind === "same");
    }

    edit() {
      const editor = element("textarea", "live-editor");
      editor.value = this.book;
      editor.spellcheck = false;
      editor.autocapitalize = "off";
      editor.setAttribute("aria-label", "Code of this example. Control and Enter run it.");
      const fit = () => { editor.rows = editor.value.split("\n").length + 1; };
      editor.addEventListener("input", fit);
      editor.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.run(); }
      });
      fit();
      this.editor = editor;
      this.highlight.parentElement.hidden = true;
      this.holder.insertBefore(editor, this.bar);
      this.editButton.hidden = true;
      this.undoButton.hidden = false;
      editor.focus();
    }

    undo() {
      this.editor.remove();
      this.editor = null;
      this.highlight.parentElement.hidden = false;
      this.undoButton.hidden = true;
      this.editButton.hidden = false;
      this.print("");
      this.say("");
      this.editButton.focus();
    }
  }

  for (const holder of document.querySelectorAll(".live")) blocks.push(new Block(holder));
  for (const note of document.querySelectorAll(".live-note")) note.hidden = false;
})();
