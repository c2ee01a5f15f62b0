import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { WireError } from '../../../kit/data/data-client.ts';
import type { StationClient, StationView } from '../../../kit/data/station-client.ts';
import { beep } from '../../../kit/ui/beep.ts';
import { AuthField } from '../auth-field.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { useAuthForm } from '../use-auth-form.ts';
import { useCountdown } from '../use-countdown.ts';
import './station.css';

interface StationSignInProps {
  view: StationView;
  /** What was said last, such as why the session before ended. */
  note: string | null;
  onEnter(proof: Parameters<StationClient['enter']>[0]): Promise<void>;
}

/** Signs a person in: a scanned badge, or a name and a PIN. */
export function StationSignIn({ view, note, onEnter }: StationSignInProps) {
  const { t } = useTranslation();
  const [byPin, setByPin] = useState(false);
  return (
    <AuthFrame title={view.name} note={t(byPin ? 'door.station.pinNote' : 'door.station.badgeNote')}>
      {note ? (
        <p className="sign-in-ended" role="status">
          {note}
        </p>
      ) : null}
      <ProofForm key={String(byPin)} byPin={byPin} people={view.people} onEnter={onEnter} />
      <button type="button" className="button station-other" onClick={() => setByPin(!byPin)}>
        {t(byPin ? 'door.station.toBadge' : 'door.station.toPin')}
      </button>
    </AuthFrame>
  );
}

interface ProofProps extends Pick<StationSignInProps, 'onEnter'> {
  byPin: boolean;
  people: StationView['people'];
}

function ProofForm({ byPin, people, onEnter }: ProofProps) {
  const { t } = useTranslation();
  const { form, faults, busy, text, show, typed, refuse, run, focus } = useAuthForm();
  const wait = useCountdown();
  const field = byPin ? 'pin' : 'badge';
  useFocusOnBadge(byPin ? null : focus);
  const enter = async (proof: Parameters<typeof onEnter>[0]) => {
    try {
      await onEnter(proof);
    } catch (error) {
      beep('error');
      const seconds = secondsOf(error);
      if (seconds) wait.start(seconds);
      else refuse(error);
      form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.select();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [value, person] = [text(field).trim(), text('person')];
    if (!byPin && show({ badge: value === '' ? t('door.station.badgeMissing') : undefined })) return;
    if (byPin && show({ pin: value === '' || person === '' ? t('door.station.pinMissing') : undefined })) return;
    void run(() => enter(byPin ? { person, pin: value } : { badge: value }));
  };
  const waiting = wait.left > 0;
  const said = waiting ? t('door.locked', { time: wait.clock }) : faults['whole'];
  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={busy}>
      {said ? (
        <p className="sign-in-refusal" role="alert">
          {said}
        </p>
      ) : null}
      {byPin ? <NameChoice people={people} /> : null}
      <AuthField
        name={field}
        type="password"
        label={t(byPin ? 'door.station.pin' : 'door.station.badge')}
        fault={faults[field]}
        onTyped={typed}
        autoComplete="one-time-code"
        inputMode={byPin ? 'numeric' : 'text'}
        maxLength={40}
        autoFocus={!byPin}
      />
      <button type="submit" className="button is-primary sign-in-submit" disabled={busy || waiting}>
        {t('door.station.enter')}
      </button>
    </form>
  );
}

/** How long a locked person waits; undefined for any other refusal. */
const secondsOf = (error: unknown): number | undefined =>
  ((error instanceof WireError ? error.data : null) as { seconds?: number } | null)?.seconds;

function NameChoice({ people }: { people: StationView['people'] }) {
  const { t } = useTranslation();
  return (
    <div className="door-field">
      <label htmlFor="station-person">{t('door.station.person')}</label>
      <select id="station-person" name="person" className="station-person" required defaultValue="">
        <option value="" disabled hidden />
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A scanner types wherever the cursor is: it comes back to the field after a click beside it. */
function useFocusOnBadge(focus: ((name: string) => void) | null): void {
  useEffect(() => {
    if (!focus) return undefined;
    const back = () => {
      if (!document.activeElement || document.activeElement === document.body) focus('badge');
    };
    const timer = setInterval(back, 500);
    return () => clearInterval(timer);
  }, [focus]);
}
