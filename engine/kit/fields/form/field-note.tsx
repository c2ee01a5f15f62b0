import { useFieldHost } from '../controls/field-host.tsx';

/** What the tenant's settings say beside a field. */
export function FieldNote({ name }: { name: string }) {
  const { words } = useFieldHost();
  const note = words.note(name);
  if (!note) return null;
  return (
    <section className="field-note" aria-label={note.title}>
      <h3>{note.title}</h3>
      <p>{note.text}</p>
    </section>
  );
}
