import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, EditorView, keymap } from '@codemirror/view';

/*
 * A script as a CodeMirror document: a line for each element, with its type as class, wrapped at
 * the column's width, and the program's basic keys. The elements are in the page; the bench calls
 * the functions below.
 */
const elements = JSON.parse(document.querySelector('#elements').textContent);

const types = StateField.define({
  create({ doc }) {
    const builder = new RangeSetBuilder();
    elements.forEach(({ elementType }, index) => {
      const { from } = doc.line(index + 1);
      builder.add(from, from, Decoration.line({ class: elementType }));
    });
    return builder.finish();
  },
  update: (lines, { changes }) => lines.map(changes),
  provide: (field) => EditorView.decorations.from(field),
});

const view = new EditorView({
  parent: document.querySelector('#desk'),
  state: EditorState.create({
    doc: elements.map(({ content }) => content.replaceAll('\n', ' ')).join('\n'),
    extensions: [history(), keymap.of([...defaultKeymap, ...historyKeymap]), EditorView.lineWrapping, types],
  }),
});
window.view = view;

window.putCaretAfter = (index) => {
  const { to } = view.state.doc.line(index + 1);
  view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: 'center' }) });
  view.focus();
};

window.putCaretBefore = (index) => {
  const { from } = view.state.doc.line(index + 1);
  view.dispatch({ selection: { anchor: from } });
  view.focus();
};

/** Scrolls to an element; where its text begins in the window comes with the next frames. */
window.show = (index) => {
  const { from } = view.state.doc.line(index + 1);
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'center' }) });
};
window.pointOf = (index) => {
  const { left, top, bottom } = view.coordsAtPos(view.state.doc.line(index + 1).from);
  return { x: left + 1, y: (top + bottom) / 2 };
};
window.countElements = () => view.state.doc.lines;
