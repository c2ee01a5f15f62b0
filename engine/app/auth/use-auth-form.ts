import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WireError } from '../../kit/data/data-client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';

/** Errors of a form by field; `whole` is shown above it. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

/** The state of a form before a session: native inputs, faults by field, and the focus where the first one is. */
export function useAuthForm() {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  const text = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? '');
  /** Shows what is wrong; true when something is. */
  const show = (found: FieldErrors): boolean => {
    setFaults(found);
    const first = Object.keys(found).find((name) => found[name] !== undefined);
    if (first && first !== 'whole') focus(first);
    return first !== undefined;
  };
  const typed = (name: string) => setFaults((known) => (known[name] ? { ...known, [name]: undefined } : known));
  /** Messages of a refusal: at their fields if the form has them, otherwise above the form. */
  const refuse = (error: unknown) => {
    const issues = error instanceof WireError ? error.issues : [];
    const known = issues.filter(({ path }) => form.current?.elements.namedItem(path));
    if (known.length === 0) show({ whole: toDisplayError(error).message || t('failed.operation') });
    else show(Object.fromEntries(known.map((issue) => [issue.path, issue.message])));
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { form, faults, busy, text, show, typed, refuse, run, focus };
}
