import { baseKeymap } from 'prosemirror-commands';
import { history, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { Schema } from 'prosemirror-model';
import { marks, nodes } from 'prosemirror-schema-basic';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

/*
 * A script as a ProseMirror document: a paragraph for each element, with its type as class, and the
 * program's basic keys. The elements are in the page; the bench calls the functions below.
 */
const schema = new Schema({
  nodes: {
    doc: nodes.doc,
    paragraph: {
      ...nodes.paragraph,
      attrs: { type: { default: 'action' } },
      toDOM: ({ attrs }) => ['p', { class: attrs.type }, 0],
    },
    text: nodes.text,
    hard_break: nodes.hard_break,
  },
  marks,
});

const elements = JSON.parse(document.querySelector('#elements').textContent);
const doc = schema.node(
  'doc',
  null,
  elements.map(({ elementType, content }) =>
    schema.node('paragraph', { type: elementType }, content === '' ? [] : [schema.text(content)]),
  ),
);
const view = new EditorView(document.querySelector('#desk'), {
  state: EditorState.create({ doc, plugins: [history(), keymap({ 'Mod-z': undo }), keymap(baseKeymap)] }),
});

/** The position at the start of the text of an element. */
const startOf = (index) => {
  let start = 1;
  for (let at = 0; at < index; at++) start += view.state.doc.child(at).nodeSize;
  return start;
};

window.putCaretAfter = (index) => {
  const selection = TextSelection.create(
    view.state.doc,
    startOf(index) + view.state.doc.child(index).content.size,
  );
  view.dispatch(view.state.tr.setSelection(selection));
  view.domAtPos(selection.head).node.parentElement.scrollIntoView({ block: 'center' });
  view.focus();
};

window.putCaretBefore = (index) => {
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, startOf(index))));
  view.focus();
};

window.show = (index) => view.nodeDOM(startOf(index) - 1).scrollIntoView({ block: 'center' });
window.pointOf = (index) => {
  const { left, top, bottom } = view.coordsAtPos(startOf(index));
  return { x: left + 1, y: (top + bottom) / 2 };
};
window.countElements = () => view.state.doc.childCount;
