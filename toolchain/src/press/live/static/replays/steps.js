// Forward and backward through a graph, beside the lines of the engine that run.
"use strict";

replays.kind("steps", (box, data) => {
  const graphs = data.graphs.map((graph, index) => ({ ...graph, drawing: new replays.Graph(box.drawings[index]) }));
  const listing = replays.element("pre", "replay-listing");
  listing.tabIndex = 0;
  listing.setAttribute("role", "group");
  listing.setAttribute("aria-label", "The lines of the engine that run");
  let chosen = graphs[0];

  const press = box.choose(graphs.map((graph) => graph.title), (index) => {
    chosen = graphs[index];
    box.stage.replaceChildren(chosen.drawing.view, listing);
    restart(chosen.steps.length);
  });
  const restart = box.steps((place) => {
    const step = chosen.steps[place];
    chosen.drawing.show(step.values, step.grads, step.active);
    const next = chosen.steps.slice(place).find(runs) ?? chosen.steps.findLast(runs);
    listing.replaceChildren(...method(chosen.listing, next.line, step.line));
    box.say(step.say);
  });

  function runs(step) {
    return step.line !== null;
  }

  // The lines of the method that runs, or will run next, with the line that has just done its work marked.
  function method(lines, inside, current) {
    const begins = (line) => line.startsWith("def ");
    const start = lines.reduce((found, line, index) => (index <= inside && begins(line) ? index : found), 0);
    const after = lines.findIndex((line, index) => index > inside && begins(line));
    return lines.slice(start, after < 0 ? lines.length : after).map((line, index) =>
      replays.element("span", start + index === current ? "replay-line" : "", `${line}\n`));
  }
  press(0);
});
