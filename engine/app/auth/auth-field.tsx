import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface AuthFieldProps {
  name: string;
  label: string;
  fault?: string;
  /** Called when the person types: what was wrong may be right now. */
  onTyped(name: string): void;
  hint?: string;
  type?: 'text' | 'password';
  autoComplete: string;
  inputMode?: 'text' | 'email' | 'numeric';
  maxLength?: number;
  defaultValue?: string;
  autoFocus?: boolean;
  /** Stands inside the field, at its end. */
  end?: ReactNode;
}

/** One line of a form before a session: a native input, so that password managers know it and nothing must be loaded. */
export function AuthField({ name, label, fault, onTyped, hint, type = 'text', end, ...input }: AuthFieldProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const described = fault ? `${id}-fault` : hint ? `${id}-hint` : undefined;
  return (
    <div className="door-field">
      <label htmlFor={id}>{label}</label>
      <span className="door-field-box">
        <input
          {...input}
          id={id}
          name={name}
          type={type === 'password' && open ? 'text' : type}
          required
          autoCapitalize="none"
          spellCheck={false}
          className={type === 'password' || end ? 'has-end' : undefined}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described}
          onChange={() => onTyped(name)}
        />
        {type === 'password' ? (
          <button
            type="button"
            className="door-field-end"
            aria-pressed={open}
            aria-label={t(open ? 'door.hidePassword' : 'door.showPassword')}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'shell.signIn.hide' : 'shell.signIn.show')}
          </button>
        ) : (
          end
        )}
      </span>
      {fault ? (
        <p className={`sign-in-fault${hint ? ' has-hint' : ''}`} id={`${id}-fault`} role="alert">
          {fault}
        </p>
      ) : (
        <p className={`sign-in-fault is-hint${hint ? ' has-hint' : ''}`} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
