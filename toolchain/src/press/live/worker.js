// Runs sessions in MicroPython. It has no network: the only thing that can be fetched is the engine itself.

// Code is cut into statements as at Python's own prompt: one ends before a line that begins another, where what
// has been read can be compiled. A faulty statement ends at the first such line.
const DRIVER = `
def begins(line):
    return line[:1].strip(" )]}#") and not line.startswith(("elif ", "else:", "except", "finally:"))

def compiled(lines):
    return compile("\\n".join(lines) + "\\n", "<example>", "single")

def statements(code):
    lines = code.split("\\n")
    while lines:
        ends = [i for i in range(1, len(lines)) if begins(lines[i])] + [len(lines)]
        size = ends[0]
        for end in ends:
            try:
                compiled(lines[:end])
            except SyntaxError:
                continue
            size = end
            break
        if "".join(lines[:size]).strip():
            yield lines[:size]
        lines = lines[size:]

def run_session(code, namespace):
    for lines in statements(code):
        try:
            exec(compiled(lines), namespace)
        except BaseException as error:
            text = str(error)
            print(type(error).__name__ + (": " + text if text else ""))
`;
const HEAP = 16 * 1024 * 1024;
const MOST = 20000; // characters of output

let python = null;
let printed = "";
let listening = false;
let told = 0;

const decoder = new TextDecoder();

function take(bytes) {
  const text = decoder.decode(bytes, { stream: true });
  if (!listening || printed.length >= MOST) return;
  printed += text;
  if (printed.length >= MOST) printed = `${printed.slice(0, MOST)}\n(and more)\n`;
  if (Date.now() - told > 250) {
    told = Date.now();
    postMessage({ printed });
  }
}

async function start({ wasm, modules, comparison }) {
  self.fetch = async () => new Response(wasm, { headers: { "Content-Type": "application/wasm" } });
  python = await loadMicroPython({ heapsize: HEAP, url: "micropython.wasm", stdout: take, linebuffer: false });
  for (const [name, source] of Object.entries(modules)) install(name, source);
  python.runPython(DRIVER);
  python.runPython(comparison);
}

// A module becomes a package of which each folder is empty, except the last: it is the module.
function install(name, source) {
  const parts = name.split(".");
  let folder = "/lib";
  makeFolder(folder);
  for (const part of parts.slice(0, -1)) {
    folder += `/${part}`;
    makeFolder(folder);
    python.FS.writeFile(`${folder}/__init__.py`, "");
  }
  python.FS.writeFile(`${folder}/${parts[parts.length - 1]}.py`, source);
}

function makeFolder(path) {
  if (!python.FS.analyzePath(path).exists) python.FS.mkdir(path);
}

// A session is a list of claims: code, and the output that the book shows of it.
function run({ before, session }) {
  python.runPython("session = {'__name__': '__main__'}");
  listening = false;
  before.forEach(runCode);
  printed = "";
  told = Date.now();
  let same = true;
  for (const { code, want } of session) {
    const start = printed.length;
    listening = true;
    runCode(code);
    listening = false;
    python.runPython(`same = matches(${JSON.stringify(want)}, ${JSON.stringify(printed.slice(start))})`);
    same &&= python.globals.get("same");
  }
  postMessage({ printed, same, done: true });
}

// JSON of a text is also a Python expression.
function runCode(code) {
  python.runPython(`run_session(${JSON.stringify(code)}, session)`);
}

self.onmessage = async ({ data }) => {
  try {
    if (data.wasm) {
      await start(data);
      postMessage({ ready: true });
    } else {
      run(data);
    }
  } catch (error) {
    postMessage({ failed: String(error.message || error) });
  }
};
