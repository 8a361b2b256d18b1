// The order puzzle: the reader chooses which node passes its gradient on next.
"use strict";

replays.kind("order", (box, data) => {
  const graph = new replays.Graph(box.drawings[0]);
  box.stage.append(graph.view);
  let played = "";
  const buttons = data.choices.map((name) => box.button(`${name} passes on`, () => {
    if (played + name in data.states) { played += name; show([name]); }
    else box.say(`${name} has nothing to pass on now. ${data.states[played].say}`);
  }));
  box.button("Start again", () => { played = ""; show([]); });

  function show(active) {
    const state = data.states[played];
    graph.show(null, state.grads, active.map((name) => data.names.indexOf(name)));
    box.say(state.say, state.right);
    buttons.forEach((made, index) => replays.allow(made, played + data.choices[index] in data.states));
  }
  show([]);
});
