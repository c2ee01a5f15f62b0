import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAuthClient, type Challenge } from '../../kit/data/auth-client.ts';
import { toDisplayError } from '../../kit/data/display-error.ts';
import { options } from '../session/session.ts';
import './captcha.css';

/** The size that the answer is reckoned in, and how far the piece can go. */
const width = 310;
const pieceWidth = 48;
const maxOffset = width - pieceWidth;

const client = createAuthClient(options);

/** A picture with a hole, and a slider that moves the piece: by mouse, finger or arrow keys (Enter then checks). */
export function CaptchaDialog({
  account,
  onSolved,
  onClose,
}: {
  account?: string;
  onSolved(verification: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const { challenge, x, setX, state, fault, check, another } = useChallenge(account, onSolved);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  useEffect(() => {
    if (state === 'open') slider.current?.focus();
  }, [state]);

  const ready = challenge !== null && state !== 'loading';
  return (
    <dialog ref={dialog} className="captcha" aria-labelledby="captcha-title" onClose={onClose} data-state={state}>
      <header>
        <h2 id="captcha-title">{t('door.captcha.title')}</h2>
        <button type="button" className="icon-button" aria-label={t('door.captcha.close')} onClick={onClose}>
          <svg viewBox="0 0 20 20" width="16" height="16" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
            <path d="m4 4 12 12M16 4 4 16" />
          </svg>
        </button>
      </header>
      <Picture challenge={ready ? challenge : null} x={x} />
      <div className="captcha-track" style={{ '--x': x / maxOffset } as React.CSSProperties}>
        <input
          ref={slider}
          type="range"
          min={0}
          max={maxOffset}
          value={x}
          disabled={!ready || state !== 'open'}
          aria-label={t('door.captcha.slide')}
          aria-describedby="captcha-fault"
          onChange={(event) => setX(Number(event.target.value))}
          onPointerUp={() => void check()}
          onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), void check())}
        />
        {x === 0 ? <span aria-hidden="true">{t('door.captcha.slide')}</span> : null}
      </div>
      <footer>
        <p id="captcha-fault" role="alert">
          {fault}
        </p>
        <button type="button" className="link-button" onClick={another}>
          {t('door.captcha.another')}
        </button>
      </footer>
    </dialog>
  );
}

/** The challenge of an account: loaded, and loaded again after a wrong answer; `x` is where the piece is. */
function useChallenge(account: string | undefined, onSolved: (verification: string) => void) {
  const { t } = useTranslation();
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [x, setX] = useState(0);
  const [state, setState] = useState<'loading' | 'open' | 'checking' | 'good'>('loading');
  const [fault, setFault] = useState('');

  const load = useCallback(async () => {
    setState('loading');
    setX(0);
    try {
      setChallenge(await client.challenge(account));
      setState('open');
    } catch (error) {
      const { title, message } = toDisplayError(error);
      setFault(message || title);
      setState('open');
    }
  }, [account]);
  useEffect(() => {
    void load();
  }, [load]);

  const check = async () => {
    if (!challenge || state !== 'open' || x === 0) return;
    setState('checking');
    setFault('');
    try {
      const verification = await client.solve(challenge, x);
      if (verification !== null) {
        setState('good');
        return onSolved(verification);
      }
      setFault(t('door.captcha.wrong'));
    } catch (error) {
      const { title, message } = toDisplayError(error);
      setFault(message || title);
    }
    await load();
  };
  const another = () => {
    setFault('');
    void load();
  };
  return { challenge, x, setX, state, fault, check, another };
}

function Picture({ challenge, x }: { challenge: Challenge | null; x: number }) {
  const { t } = useTranslation();
  return (
    <div className="captcha-picture">
      {challenge ? (
        <>
          <img src={challenge.picture} alt={t('door.captcha.picture')} draggable={false} />
          <img
            src={challenge.piece}
            alt=""
            draggable={false}
            className="captcha-piece"
            style={{ left: `${(x / width) * 100}%`, width: `${(pieceWidth / width) * 100}%` }}
          />
        </>
      ) : (
        <div className="bone" />
      )}
    </div>
  );
}
