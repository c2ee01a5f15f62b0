import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { PublicPageProps } from '../../kit/index.ts';
import { carrierName, tones } from './recognised.ts';
import './public-page.css';

interface Parcel {
  trackingNo: string;
  carrier: string | null;
  service: string | null;
  state: string;
  estimatedOn: string | null;
  deliveredAt: string | null;
  link: string;
  events: { localTime: string; state: string; exception: string | null; place: string }[];
}

/** The public tracking page: no session, little to load, made for phones. */
export default function PublicPage(props: PublicPageProps) {
  const { brand, culture, cultures, onCulture, t } = props;
  const query = new URLSearchParams(location.search);
  const stop = query.get('stop');
  useEffect(() => {
    document.title = `${t('public.title')} · ${brand.name}`;
  });
  return (
    <div className="public-page">
      <header>
        {brand.logo ? <img src={brand.logo} alt="" /> : null}
        <b>{brand.name}</b>
        <nav aria-label={t('public.language')}>
          {Object.entries(cultures).map(([code, name]) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-pressed={code === culture}
              onClick={() => onCulture(code)}
            >
              {name}
            </button>
          ))}
        </nav>
      </header>
      <main>{stop ? <Stop {...props} link={stop} /> : <Track {...props} link={query.get('t')} />}</main>
    </div>
  );
}

const wordsOf = (error: unknown, t: PublicPageProps['t']): string =>
  error instanceof TypeError || !(error instanceof Error) ? t('public.failed') : error.message;

function Track({ link, ...props }: PublicPageProps & { link: string | null }) {
  const { t } = props;
  const [number, setNumber] = useState('');
  const [postalCode, setPostalCode] = useState('');
  const { parcel, setParcel, error, asked, setAsked } = useParcel(props, link);
  const busy = asked !== null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) setAsked({ number, postalCode });
  };
  const again = () => {
    setParcel(null);
    setAsked(null);
  };
  if (parcel)
    return (
      <>
        <Found {...props} parcel={parcel} />
        <button type="button" className="public-plain" onClick={again}>
          {t('public.other')}
        </button>
      </>
    );
  return (
    <form className="public-card" onSubmit={send} aria-busy={busy}>
      <h1>{t('public.title')}</h1>
      <label>
        <span>{t('public.number')}</span>
        <input required maxLength={60} autoComplete="off" value={number} onChange={(e) => setNumber(e.target.value)} />
      </label>
      <label>
        <span>{t('public.postalCode')}</span>
        <input
          required
          maxLength={20}
          autoComplete="postal-code"
          value={postalCode}
          onChange={(e) => setPostalCode(e.target.value)}
        />
      </label>
      <p role="alert">{error}</p>
      <button type="submit" disabled={busy}>
        {t(busy ? 'public.busy' : 'public.go')}
      </button>
    </form>
  );
}

/** The parcel that was asked for, by the link of a mail or by its number and postal code. */
function useParcel({ t, ask }: PublicPageProps, link: string | null) {
  const [parcel, setParcel] = useState<Parcel | null>(null);
  const [error, setError] = useState('');
  const [asked, setAsked] = useState<object | null>(link === null ? null : { link });
  // The words of a refusal are those of the language in which it was asked.
  const latest = useRef({ t, ask });
  latest.current = { t, ask };
  useEffect(() => {
    if (asked === null) return;
    let gone = false;
    const { current } = latest;
    setError('');
    current.ask<Parcel>('Tracking/public', asked).then(
      (found) => !gone && setParcel(found),
      (failure: unknown) => {
        if (gone) return;
        setError(wordsOf(failure, current.t));
        setAsked(null);
      },
    );
    return () => {
      gone = true;
    };
  }, [asked]);
  return { parcel, setParcel, error, asked, setAsked };
}

function Found({ parcel, culture, t, ask }: PublicPageProps & { parcel: Parcel }) {
  // Times stand as the clock of the place had them.
  const show = (local: string, style: Intl.DateTimeFormatOptions) => {
    const at = Date.parse(local.length === 10 ? local : `${local}Z`);
    return Number.isNaN(at) ? local : new Intl.DateTimeFormat(culture, { ...style, timeZone: 'UTC' }).format(at);
  };
  const time = (local: string) => show(local, { dateStyle: 'medium', timeStyle: 'short' });
  const { state, estimatedOn, deliveredAt } = parcel;
  return (
    <>
      <section className="public-card">
        <h1 data-tone={tones[state] ?? 'neutral'}>{t(`state.${state}`)}</h1>
        {deliveredAt ? <p>{t('public.delivered', { at: time(deliveredAt) })}</p> : null}
        {estimatedOn ? <p>{t('public.expected', { on: show(estimatedOn, { dateStyle: 'full' }) })}</p> : null}
        <p className="public-soft">
          {[parcel.carrier ? carrierName(parcel.carrier) : '', parcel.service, parcel.trackingNo]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </section>
      <section className="public-card">
        <h2>{t('public.events')}</h2>
        {parcel.events.length === 0 ? <p className="public-soft">{t('public.none')}</p> : null}
        <ol>
          {parcel.events.map((event, at) => (
            // Two scans of one minute may be alike in all that is shown.
            <li key={`${event.localTime} ${at}`} data-tone={tones[event.state] ?? 'neutral'}>
              <b>
                {t(`state.${event.state}`)}
                {event.exception ? ` (${t(`exception.${event.exception}`)})` : ''}
              </b>
              <span>{event.place}</span>
              <time dateTime={event.localTime}>{time(event.localTime)}</time>
            </li>
          ))}
        </ol>
        {parcel.events.length > 0 ? <p className="public-soft">{t('public.local')}</p> : null}
      </section>
      {state === 'delivered' || state === 'cancelled' ? null : <Follow link={parcel.link} {...{ t, ask }} />}
    </>
  );
}

function Follow({ link, t, ask }: Pick<PublicPageProps, 't' | 'ask'> & { link: string }) {
  const [mail, setMail] = useState('');
  const [said, setSaid] = useState('');
  const [error, setError] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    setError('');
    ask('Tracking/follow', { link, mail: mail.trim() }).then(
      () => setSaid(mail.trim()),
      (failure: unknown) => setError(wordsOf(failure, t)),
    );
  };
  return (
    <form className="public-card" onSubmit={send}>
      <h2>{t('public.follow')}</h2>
      {said ? (
        <p role="status">{t('public.followed', { mail: said })}</p>
      ) : (
        <>
          <p className="public-soft">{t('public.followNote')}</p>
          <label>
            <span>{t('public.mail')}</span>
            <input
              required
              type="email"
              maxLength={100}
              autoComplete="email"
              value={mail}
              onChange={(e) => setMail(e.target.value)}
            />
          </label>
          <p role="alert">{error}</p>
          <button type="submit">{t('public.followGo')}</button>
        </>
      )}
    </form>
  );
}

function Stop({ link, t, ask }: PublicPageProps & { link: string }) {
  const [done, setDone] = useState(false);
  const [error, setError] = useState('');
  // By a button, for programs that look into mails open every link.
  const send = () =>
    ask('Tracking/unfollow', { link }).then(
      () => setDone(true),
      (failure: unknown) => setError(wordsOf(failure, t)),
    );
  return (
    <section className="public-card">
      <h1>{t('public.stopTitle')}</h1>
      <p role="status">{t(done ? 'public.stopped' : 'public.stopNote')}</p>
      <p role="alert">{error}</p>
      {done ? null : (
        <button type="button" onClick={() => void send()}>
          {t('public.stopGo')}
        </button>
      )}
    </section>
  );
}
