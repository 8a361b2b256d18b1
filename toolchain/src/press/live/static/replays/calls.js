// Calls of backward, each with the reset or without it: what every gradient is made of.
"use strict";

replays.kind("calls", (box, data) => {
  const rows = [...box.stage.querySelectorAll(".replay-row")].map((row) => ({
    grad: row.querySelector(".replay-grad"),
    blocks: [...row.querySelectorAll("rect")],
    shares: [...row.querySelectorAll(".replay-share")],
    right: row.querySelector(".replay-right-at"),
  }));
  const most = rows[0].blocks.length;
  let how = "n";
  let series = how.repeat(most);

  const press = box.choose(["With the reset", "Without it"], (index) => {
    how = "rn"[index];
    show();
  });
  const call = box.button("Call backward()", () => play(series + how));
  const back = box.button("Take back", () => play(series.slice(0, -1)));
  box.button("Start again", () => play(""));

  function play(next) {
    if (next in data.states) series = next;
    show();
  }

  function show() {
    const [grads, shares] = data.states[series];
    const right = data.right[series.length];
    rows.forEach((row, node) => {
      let left = 0;
      row.blocks.forEach((block, index) => {
        const share = shares[node][index] ?? 0;
        const colour = index === shares[node].length - 1 ? "orange" : "blue";
        block.style.fill = block.style.stroke = `var(--figure-${colour})`;
        block.setAttribute("x", left);
        block.setAttribute("width", share * data.unit);
        row.shares[index].setAttribute("x", left + share * data.unit / 2);
        row.shares[index].textContent = share || "";
        left += share * data.unit;
      });
      row.grad.textContent = `grad ${grads[node]}`;
      row.right.setAttribute("transform", `translate(${right[node] * data.unit} 0)`);
    });
    replays.allow(call, series.length < most);
    replays.allow(back, series);
    tell(grads, shares.at(-1).at(-1), right.at(-1));
  }

  function tell(grads, share, right) {
    if (!series) return box.describe("No call yet: every gradient is 0.");
    const held = grads.map((grad, node) => `${data.names[node]} holds ${grad}`).join(", ");
    const how = series.endsWith("r") ? "with" : "without";
    const correct = grads.at(-1) === right;
    const verdict = correct ? "that is right" : `right would be ${right}`;
    box.describe(`Call ${series.length}, ${how} the reset, brings ${data.names.at(-1)} ${share}. ${held}: ${verdict}.`, correct);
  }
  press(1);
});
