import { useState } from 'react';
import type { Issue } from '../../engine/core/index.ts';
import { NewPartDialog, type NameKind, type NewPart } from './names.tsx';
import { RuleInput } from './rule-input.tsx';

/** A part that is a rule: what people read, its name for programs, and the rule. */
export interface NewRule extends NewPart {
  readonly when: string;
}

/** Asks for the words of a new rule and for its conditions; it is added when both are whole, and counts for nothing before. */
export function NewRuleDialog({
  title,
  kind = 'message',
  stem,
  label,
  at,
  taken,
  onAdd,
  onClose,
}: {
  title: string;
  kind?: NameKind;
  stem: string;
  /** What the conditions decide. */
  label: string;
  /** Where it will stand, which decides the names that it may use. */
  at: string;
  taken: Readonly<Record<string, unknown>>;
  onAdd: (rule: NewRule) => readonly Issue[];
  onClose: () => void;
}) {
  const [when, setWhen] = useState('');
  const [unfinished, setUnfinished] = useState(true);
  const [tried, setTried] = useState(false);
  const check = () => {
    setTried(true);
    return when !== '' && !unfinished;
  };
  return (
    <NewPartDialog
      title={title}
      kind={kind}
      stem={stem}
      taken={taken}
      check={check}
      onAdd={(part) => onAdd({ ...part, when })}
      onClose={onClose}
    >
      <RuleInput label={label} at={at} value={when} insist={tried} onChange={setWhen} onUnfinished={setUnfinished} />
    </NewPartDialog>
  );
}
