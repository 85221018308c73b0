import { baseKeymap } from 'prosemirror-commands';
import { keymap } from 'prosemirror-keymap';
import { Schema } from 'prosemirror-model';
import { marks, nodes } from 'prosemirror-schema-basic';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

/*
 * A script as a ProseMirror document: a paragraph for each element, with its type as class, and the keys of the
 * program's own base. The elements are in the page; the caret goes behind the element that is asked for.
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
  state: EditorState.create({ doc, plugins: [keymap(baseKeymap)] }),
});

window.putCaretBehind = (index) => {
  let end = 0;
  for (let at = 0; at <= index; at++) end += view.state.doc.child(at).nodeSize;
  const selection = TextSelection.create(view.state.doc, end - 1);
  view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  view.focus();
};
