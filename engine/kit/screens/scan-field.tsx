import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { isBadge } from '../../core/index.ts';
import { useSharedStation } from '../data/shared-station.ts';
import './scan-field.css';

/** Characters of a scanned line that count. */
const maxLength = 100;
const focusCheckMs = 500;

interface ScanFieldProps {
  /** The accessible name of the field. */
  readonly label: string;
  /** The words of its button, for those who type. */
  readonly enter: string;
  readonly busy?: boolean;
  /** To give the focus back after another control was used. */
  readonly field?: RefObject<HTMLInputElement | null>;
  /** Receives each line, trimmed and not empty. At a shared station a badge is not one of them: it signs the next person in. */
  onScan(line: string): void;
}

/** The field of a page that is used with a scanner: the scanner's Enter or Tab ends a line, and the focus returns. */
export function ScanField({ label, enter, busy, field: given, onScan }: ScanFieldProps) {
  const shared = useSharedStation();
  const [text, setText] = useState('');
  const own = useRef<HTMLInputElement>(null);
  const field = given ?? own;
  useFocusReturn(field);
  const take = () => {
    const line = text.trim();
    setText('');
    if (shared && isBadge(line)) shared.onBadge(line);
    else if (line !== '') onScan(line.slice(0, maxLength));
  };
  return (
    <form
      className="scan-field"
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <input
        ref={field}
        value={text}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="text"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Some scanners end a line with Tab. An empty field lets Tab go on to the next control.
          if (event.key !== 'Tab' || event.shiftKey || text.trim() === '') return;
          event.preventDefault();
          take();
        }}
      />
      <button type="submit" className="button is-primary" aria-busy={busy || undefined}>
        {enter}
      </button>
    </form>
  );
}

/** A scanner types wherever the cursor is: it returns to the field after every click. */
function useFocusReturn(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const back = () => {
      const { activeElement: active } = document;
      if (!active || active === document.body) field.current?.focus();
    };
    field.current?.focus();
    const timer = setInterval(back, focusCheckMs);
    return () => clearInterval(timer);
  }, [field]);
}

export type ScanTone = 'idle' | 'wait' | 'done' | 'error';

/** What came of the last line, large enough to be read from a distance, and announced. */
export function ScanBoard({ tone, word, children }: { tone: ScanTone; word: string; children: ReactNode }) {
  return (
    <section className={`scan-board is-${tone}`} role="status" aria-live="assertive">
      <p className="scan-word">{word}</p>
      <p className="scan-says">{children}</p>
    </section>
  );
}
