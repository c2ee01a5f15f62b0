import { useId, useState, type FormEvent } from 'react';
import type { Run } from './use-asked.ts';
import { useWords } from './words.ts';

const blank = { code: '', name: '', contact: '', email: '', percent: '0' };

/** A sub-customer and its first person, who is invited by mail. */
export function NewSubCustomer({ pattern, run, onClose }: { pattern: string | null; run: Run; onClose: () => void }) {
  const t = useWords();
  const id = useId();
  const [typed, setTyped] = useState(blank);
  const [isBusy, setIsBusy] = useState(false);
  const field = (name: keyof typeof blank, more: object) => (
    <>
      <label htmlFor={id + name}>{t(`subs.${name}`)}</label>
      <input
        id={id + name}
        required
        value={typed[name]}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        {...more}
      />
    </>
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const values = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
    const done = await run('Members/addSubCustomer', { ...values, percent: Number(typed.percent) });
    setIsBusy(false);
    if (done) onClose();
  };
  return (
    <form className="members-form" onSubmit={(event) => void save(event)}>
      {field('code', { minLength: 2, maxLength: 20 })}
      {pattern ? <small>{t('subs.pattern', { pattern })}</small> : null}
      {field('name', { minLength: 2, maxLength: 100 })}
      {field('contact', { maxLength: 35 })}
      {field('email', { type: 'email', maxLength: 60 })}
      {field('percent', { type: 'number', min: 0, max: 1000, step: '0.0001' })}
      <div className="members-actions">
        <button type="submit" className="button is-primary" disabled={isBusy}>
          {t('subs.add')}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {t('roles.cancel')}
        </button>
      </div>
    </form>
  );
}
