import { useId, type ReactNode } from 'react';

/** A control under its word, with what is wrong below it. */
export function Labelled({
  label,
  fault,
  hint,
  children,
}: {
  label: string;
  fault?: string;
  hint?: string;
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className="account-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': note ? `${id}-note` : undefined })}
      {note ? (
        <p id={`${id}-note`} className={fault ? 'account-fault' : 'account-quiet'} role={fault ? 'alert' : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
