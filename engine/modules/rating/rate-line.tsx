import { Input, type InputRef } from 'antd';
import { useId, type ReactNode, type RefObject } from 'react';
import { isPositive } from './amounts.ts';
import { sides, units, type Gap, type RateDraft } from './draft.ts';
import type { ParsedLine } from './parse-line.ts';
import { useFigures, useWords } from './wording.ts';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  line: string;
  parsed: ParsedLine & { usual: boolean };
  draft: RateDraft;
  gaps: readonly Gap[];
  /** Prices were asked for, so that what is missing stands in the way. */
  tried: boolean;
  asking: boolean;
  onType: (text: string) => void;
  /** For staff: whose prices. */
  customer: ReactNode;
}

/** The parcel in one line, and below it what was understood and what is missing while it is typed. */
export function RateLine({ input, line, parsed, draft, gaps, tried, asking, onType, customer }: Props) {
  const t = useWords();
  const id = useId();
  const empty = line.trim() === '';
  return (
    <div className="rate-line">
      <div className="rate-line-bar">
        <label className="rate-line-text" htmlFor={id}>
          <span>{t('line.label')}</span>
          <Input
            id={id}
            ref={(node: InputRef | null) => {
              input.current = node?.input ?? null;
            }}
            size="large"
            value={line}
            maxLength={500}
            placeholder="91761 > 90210 2x 3 lb 12x10x8"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-describedby={`${id}-understood`}
            onChange={(event) => onType(event.target.value)}
          />
        </label>
        {customer}
        <button type="submit" className="button is-primary" aria-busy={asking || undefined}>
          {t('rate.compare')}
        </button>
      </div>
      <div id={`${id}-understood`} className="rate-understood" aria-live="polite">
        {empty && draft.to.postalCode === '' ? (
          <p className="rate-hint">{t('line.hint')}</p>
        ) : (
          <Understood parsed={parsed} draft={draft} gaps={gaps} tried={tried} />
        )}
      </div>
    </div>
  );
}

/** What holds for all boxes alike. */
function termsOf(draft: RateDraft, t: ReturnType<typeof useWords>): [key: string, text: string][] {
  const { type, declaredValue, signature, packaging, thirdParty } = draft;
  const terms: [key: string, text: string][] = [
    ['type', type && t(`type.${type}`)],
    ['value', isPositive(declaredValue) ? t('line.value', { value: declaredValue }) : ''],
    ['signature', signature && t(`signature.${signature}`)],
    ['packaging', packaging && t(`packaging.${packaging}`)],
    ['thirdParty', thirdParty ? t('rate.thirdParty') : ''],
  ];
  return terms.filter(([, text]) => text !== '');
}

function Understood({ parsed, draft, gaps, tried }: Pick<Props, 'parsed' | 'draft' | 'gaps' | 'tried'>) {
  const t = useWords();
  const { day } = useFigures();
  const { weight, length } = units[draft.unitType];
  const place = ({ postalCode, state, country }: RateDraft['from']) =>
    [state, postalCode, country === 'US' ? '' : country].filter(Boolean).join(' ');
  const facts: [key: string, text: string][] = [
    ...(draft.from.postalCode
      ? [['from', t(parsed.usual ? 'line.fromUsual' : 'line.from', { place: place(draft.from) })] as [string, string]]
      : []),
    ...(draft.to.postalCode ? [['to', t('line.to', { place: place(draft.to) })] as [string, string]] : []),
    ...draft.boxes.flatMap((box, at): [string, string][] => {
      const size = sides.every((side) => isPositive(box[side]))
        ? `${sides.map((side) => box[side]).join(' × ')} ${length}`
        : '';
      const heavy = isPositive(box.weight) ? `${box.weight} ${weight}` : '';
      if (!size && !heavy) return [];
      const count = Number(box.quantity) || 1;
      return [
        [
          `box${at}`,
          t(count === 1 ? 'line.box' : 'line.boxes', { count, of: [heavy, size].filter(Boolean).join(', ') }),
        ],
      ];
    }),
    ...termsOf(draft, t),
    ...(draft.shipDate ? [['date', t('line.shipDate', { date: day(draft.shipDate) })] as [string, string]] : []),
  ];
  const many = draft.boxes.length > 1;
  return (
    <>
      <ul className="rate-facts">
        {facts.map(([key, text]) => (
          <li key={key}>{text}</li>
        ))}
        {gaps.map((gap) => (
          <li
            key={`${gap.what}${'box' in gap ? gap.box : ''}`}
            className={tried ? 'is-missing is-wanted' : 'is-missing'}
          >
            {'box' in gap && many ? t(`gap.${gap.what}Of`, { box: gap.box + 1 }) : t(`gap.${gap.what}`)}
          </li>
        ))}
      </ul>
      {parsed.problems.map(({ code, text }) => (
        <p key={`${code} ${text}`} className="rate-problem">
          {t(`problem.${code}`, { text })}
        </p>
      ))}
      {parsed.unknown.length > 0 ? (
        <p className="rate-hint">{t('line.unknown', { words: parsed.unknown.join(' ') })}</p>
      ) : null}
    </>
  );
}
