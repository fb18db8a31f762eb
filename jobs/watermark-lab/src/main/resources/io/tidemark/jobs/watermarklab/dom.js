// Building the page: whatever comes from the report goes in as text, never as markup.
const dom = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  const byId = (id) => document.getElementById(id);

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined) node.setAttribute(name, value);
    }
    for (const child of children) {
      if (child !== null && child !== undefined) node.append(child);
    }
    return node;
  }

  const element = (tag, attributes, ...children) =>
    fill(document.createElement(tag), attributes, children);
  const svg = (tag, attributes, ...children) =>
    fill(document.createElementNS(SVG, tag), attributes, children);

  function say(id, text) {
    const node = byId(id);
    if (node.textContent !== text) node.textContent = text;
  }

  // columns: {title, number?, head?, cell(row) → text or node}
  function table(id, caption, columns, rows) {
    const head = element("tr");
    for (const column of columns) {
      head.append(element("th", { scope: "col", class: column.number ? "number" : null }, column.title));
    }
    const body = element("tbody");
    for (const row of rows) {
      const line = element("tr", { class: row && row.emphasis ? row.emphasis : null });
      columns.forEach((column, at) => {
        const attributes = { class: column.number ? "number" : null, scope: at === 0 ? "row" : null };
        line.append(element(at === 0 ? "th" : "td", attributes, column.cell(row)));
      });
      body.append(line);
    }
    byId(id).replaceChildren(
      element("caption", { class: "unseen" }, caption), element("thead", {}, head), body);
  }

  // The shapes that tell events apart where colours can't.
  const SHAPES = {
    "on-time": () => svg("circle", { cx: 7, cy: 7, r: 3.2, class: "fill" }),
    behind: () => svg("path", { d: "M7 2.2 12.2 11.6H1.8z", class: "fill" }),
    lost: () => svg("path", { d: "M2.5 2.5 11.5 11.5M11.5 2.5 2.5 11.5", class: "line" }),
    emits: () => svg("path", { d: "M7 1 12.5 7 7 13 1.5 7z", class: "fill" }),
    bar: () => svg("rect", { x: 0, y: 3, width: 14, height: 8, rx: 2, class: "fill" }),
  };

  function key(shape, text, id) {
    return element("li", { class: "key " + shape },
      svg("svg", { viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true" }, SHAPES[shape]()),
      element("span", { id }, text));
  }

  function lineKey(text, colour, dash) {
    const sample = svg("svg", { viewBox: "0 0 26 10", width: 26, height: 10, "aria-hidden": "true" },
      svg("path", { d: "M1 5H25", class: "line", "stroke-dasharray": dash ? dash.join(" ") : null }));
    sample.style.color = `var(--${colour})`;
    return element("li", { class: "key" }, sample, element("span", {}, text));
  }

  // Copies a text and says so, for the ear as well.
  function copyButton(text, of) {
    const button = element("button", { type: "button", class: "copy", "aria-label": "Copy the Java line of " + of }, "Copy");
    button.addEventListener("click", async () => {
      const done = await copied(text, button);
      button.textContent = done ? "Copied" : "Not copied";
      say("copied", done ? "The line is in the clipboard." : "The browser keeps its clipboard: select the line and copy it.");
      setTimeout(() => { button.textContent = "Copy"; }, 1800);
    });
    return button;
  }

  async function copied(text, button) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (refused) {
      // Not every browser hands its clipboard to a file; the old way still works there.
      const field = element("textarea", { class: "unseen" });
      field.value = text;
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      button.focus();
      return done;
    }
  }

  // Beside a mark at x of a width: on the side that has more room, in the longest text that fits there.
  function fitBeside(node, texts, x, width, less) {
    const leftward = x > width / 2;
    for (const text of texts) {
      node.textContent = text;
      if (node.offsetWidth + less <= (leftward ? x : width - x)) break;
    }
    return leftward;
  }

  return { fitBeside, byId, element, svg, say, table, key, lineKey, copyButton };
})();
