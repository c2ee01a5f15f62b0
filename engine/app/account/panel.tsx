import { useId, type ReactNode } from 'react';

/** One matter of the account: a heading, a line of why, and what can be done. */
export function Panel({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="account-panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note ? <p>{note}</p> : null}
      </header>
      {children}
    </section>
  );
}
