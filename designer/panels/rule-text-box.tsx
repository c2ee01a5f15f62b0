import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../engine/core/index.ts';
import { completionsAt, type CompletionWords, type Completions } from './completions.ts';

interface RuleTextBoxProps {
  readonly label: string;
  readonly text: string;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly scope: Scope;
  readonly words: CompletionWords;
  readonly onType: (text: string) => void;
  readonly onDone: () => void;
}

/** The text of a rule with completion: arrows choose, Enter or Tab takes, Escape closes. */
export function RuleTextBox({ label, text, invalid, describedBy, scope, words, onType, onDone }: RuleTextBoxProps) {
  const { t } = useTranslation('designer');
  const list = useId();
  const { box, open, chosen, offer, take, close, onKey } = useCompletions({ text, scope, words, onType });
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone();
  };
  return (
    <div className="rule-text">
      <textarea
        ref={box}
        rows={Math.min(6, Math.ceil(text.length / 60) + 1)}
        spellCheck={false}
        role="combobox"
        aria-label={label}
        aria-expanded={open !== null}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${list}-${chosen}` : undefined}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        placeholder={t('rules.placeholder')}
        value={text}
        onChange={(event) => {
          onType(event.target.value);
          offer(event.target.value, event.target.selectionStart);
        }}
        onKeyDown={keys}
        onBlur={() => {
          close();
          onDone();
        }}
      />
      <CompletionList id={list} open={open} chosen={chosen} onTake={take} />
    </div>
  );
}

/** What may come next in a text, and which of it is chosen. */
function useCompletions({ text, scope, words, onType }: Pick<RuleTextBoxProps, 'text' | 'scope' | 'words' | 'onType'>) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [open, setOpen] = useState<Completions | null>(null);
  const [chosen, setChosen] = useState(0);
  const offer = (next: string, caret: number) => {
    const found = completionsAt({ text: next, caret, scope, words });
    setOpen(found.items.length > 0 ? found : null);
    setChosen(0);
  };
  const take = (at: number) => {
    const item = open?.items[at];
    if (!open || !item) return;
    const next = text.slice(0, open.from) + item.insert + text.slice(open.to);
    const caret = open.from + item.insert.length;
    onType(next);
    setOpen(null);
    requestAnimationFrame(() => box.current?.setSelectionRange(caret, caret));
  };
  const close = () => setOpen(null);
  /** True when the key was for the completions. */
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (event.key === ' ' && event.ctrlKey) offer(text, event.currentTarget.selectionStart);
    else if (!open) return false;
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((chosen + step + open.items.length) % open.items.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else return false;
    event.preventDefault();
    return true;
  };
  return { box, open, chosen, offer, take, close, onKey };
}

interface CompletionListProps {
  readonly id: string;
  readonly open: Completions | null;
  readonly chosen: number;
  readonly onTake: (at: number) => void;
}

function CompletionList({ id, open, chosen, onTake }: CompletionListProps) {
  const { t } = useTranslation('designer');
  return (
    <ul id={id} role="listbox" aria-label={t('rules.completions')} className="rule-completions" hidden={open === null}>
      {open?.items.map((item, at) => (
        <li
          key={item.insert}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          data-kind={item.kind}
          // Before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(at);
          }}
        >
          <code>{item.insert}</code>
          <span>{item.note}</span>
        </li>
      ))}
    </ul>
  );
}
