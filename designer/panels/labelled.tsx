import { useId, type ReactNode } from 'react';

interface Control {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A label, its control, its help and its fault, tied together. */
export function Labelled({
  label,
  help,
  fault,
  children,
}: {
  label: ReactNode;
  help?: string;
  fault?: string | undefined;
  children: (control: Control) => ReactNode;
}) {
  const id = useId();
  const described = [help ? `${id}-help` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className="form-item">
      <label className="form-item-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': described || undefined })}
      {help ? (
        <p className="form-item-help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
      {fault ? (
        <p className="field-fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}
