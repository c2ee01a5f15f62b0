import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { errorMessage, ScanBoard, ScanField, useSharedStation } from '../../kit/index.ts';
import { grades } from './grades.ts';
import { useArrival, type Arrival } from './use-arrival.ts';
import { useCamera } from './use-camera.ts';
import { useWords } from './words.ts';
import './returns.css';

const own: ReadonlySet<string> = new Set(['notNow', 'noPhoto']);

/** Returns at the dock: one field, a scanner and a camera, no mouse. */
export function ReturnDesk() {
  const t = useWords();
  const { video, isOn, shoot } = useCamera();
  const { state, scan, photo } = useArrival(shoot);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <ScanField label={t('scan.field')} enter={t('scan.enter')} field={field} onScan={scan} />
      <Board state={state} />
      <div className="returns-tools">
        <video ref={video} autoPlay muted playsInline hidden={!isOn} aria-label={t('scan.camera')} />
        <label className="button">
          {t('scan.photo', { count: state.photos.length })}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            className="returns-file"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) photo(file);
              event.target.value = '';
              field.current?.focus();
            }}
          />
        </label>
        <ol className="returns-grades">
          {grades.map((grade) => (
            <li key={grade}>{t(`grade.${grade}`)}</li>
          ))}
        </ol>
      </div>
    </>
  );
}

function Board({ state }: { state: Arrival }) {
  const t = useWords();
  const { seen, photos, said, error } = state;
  const tone = error ? 'error' : said ? 'done' : seen ? 'wait' : 'idle';
  const reason =
    error instanceof Error && own.has(error.message) ? t(`scan.${error.message}`) : error ? errorMessage(error) : '';
  const word = seen?.parcel
    ? `state.${String(seen.parcel['status'])}`
    : seen
      ? photos.length > 0
        ? 'grade'
        : 'noPhoto'
      : said
        ? 'done'
        : 'ready';
  return (
    <ScanBoard tone={tone} word={error ? t('scan.trouble') : t(`scan.now.${word}`)}>
      {reason || (said ? t(`scan.said.${said.word}`, { about: said.about }) : <About state={state} />)}
    </ScanBoard>
  );
}

/** What lies on the table: its number, its order, and what its owner wants. */
function About({ state: { seen } }: { state: Arrival }) {
  const t = useWords();
  const shared = useSharedStation();
  if (!seen) return <>{t('scan.first')}</>;
  const { number, parcel, orderNo } = seen;
  if (!parcel) return <>{[number, orderNo ?? t('scan.unknown')].join(' · ')}</>;
  const choice = parcel['choice'];
  return (
    <>
      {shared ? (
        String(parcel['parcelNo'])
      ) : (
        <Link to={`/ReturnedParcel/${parcel.id}`}>{String(parcel['parcelNo'])}</Link>
      )}
      {choice ? ` · ${t(`choice.${String(choice)}`)}` : ''}
      {parcel['$resendOrder'] ? ` · ${String(parcel['$resendOrder'])}` : ''}
      {parcel['shelf'] ? ` · ${String(parcel['shelf'])}` : ''}
    </>
  );
}
