import type { TitlePage } from '#screenplay/element.ts';
import type { TitleField } from '#screenplay/titleFields.ts';
import { TextArea } from '#web/ui/TextField.tsx';
import styles from './settings.module.css';

interface Box {
  field: TitleField;
  label: string;
  hint?: string;
  rows: number;
  maxLength: number;
}

/** Fields in the order of the page; lengths as in shared/contract/projects.ts. */
export const titleBoxes: readonly Box[] = [
  {
    field: 'title',
    label: 'Title',
    hint: 'An empty title page shows the project’s name.',
    rows: 2,
    maxLength: 1000,
  },
  { field: 'credit', label: 'Credit', hint: 'Such as “Written by”.', rows: 1, maxLength: 1000 },
  { field: 'author', label: 'Author', hint: 'One name a line.', rows: 2, maxLength: 1000 },
  { field: 'source', label: 'Source', hint: 'Such as “Based on the novel by …”.', rows: 2, maxLength: 1000 },
  { field: 'draftDate', label: 'Draft date', rows: 1, maxLength: 1000 },
  { field: 'contact', label: 'Contact', rows: 3, maxLength: 2000 },
  { field: 'copyright', label: 'Copyright', rows: 1, maxLength: 1000 },
  { field: 'notes', label: 'Notes', hint: 'Printed at the bottom right.', rows: 2, maxLength: 5000 },
];

interface TitlePageFormProps {
  titlePage: TitlePage;
  isReadOnly: boolean;
  onChange: (field: TitleField, text: string) => void;
}

export function TitlePageForm({ titlePage, isReadOnly, onChange }: TitlePageFormProps) {
  return (
    <div className={styles.fields}>
      {titleBoxes.map(({ field, ...box }) => (
        <TextArea
          key={field}
          {...box}
          value={titlePage[field]}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange(field, target.value)}
        />
      ))}
    </div>
  );
}
