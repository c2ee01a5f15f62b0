import { Button } from 'antd';
import { StatusTag, type TagTone } from '../../kit/index.ts';
import type { AddressDraft, AddressPart } from './entry.ts';
import type { AddressCheck } from './use-address-check.ts';
import { useDesk, useWords } from './wording.ts';

const tones: Record<AddressCheck['state'], TagTone> = {
  ...({ verified: 'good', corrected: 'warn', doubtful: 'warn', unknown: 'neutral' } as const),
};

/** What the check found, and beside the entry what would be written instead, with the difference marked. */
export function AddressVerdict({
  check,
  address,
  label,
  onTake,
}: {
  check: AddressCheck | null;
  address: AddressDraft;
  label: (part: AddressPart) => string;
  onTake: () => void;
}) {
  const t = useWords();
  const { disabled } = useDesk();
  if (!check) return null;
  const changes = Object.entries(check.suggestion ?? {}) as [AddressPart, string][];
  return (
    <div className="entry-verdict" role="status">
      <StatusTag tone={tones[check.state]} text={t(`check.${check.state}`)} />
      {check.issues
        .filter(({ path }) => path === '')
        .map(({ code, message }) => (
          <p key={code}>{message}</p>
        ))}
      {changes.length > 0 ? (
        <>
          <dl>
            {changes.map(([part, to]) => (
              <div key={part}>
                <dt>{label(part)}</dt>
                <dd>
                  {address[part] ? <del>{address[part]}</del> : null} <ins>{to}</ins>
                </dd>
              </div>
            ))}
          </dl>
          <Button size="small" disabled={disabled} aria-keyshortcuts="F8" onClick={onTake}>
            {t('check.take')} <kbd>F8</kbd>
          </Button>
        </>
      ) : null}
    </div>
  );
}
