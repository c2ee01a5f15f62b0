import { ConfigProvider } from 'antd';
import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  EmptyState,
  entityLabels,
  ErrorPanel,
  PageHeader,
  Skeleton,
  toDisplayError,
  useEntity,
  useHasPermission,
  useViewer,
  type EntityAnswer,
  type TagTone,
  type WireRecord,
} from '../../kit/index.ts';
import { CustomerField } from './customer-field.tsx';
import { EntryForm } from './entry-form.tsx';
import { FollowPanel } from './follow-panel.tsx';
import { isChoice } from './offers.ts';
import { PricePanel } from './price-panel.tsx';
import { SendCard } from './send-card.tsx';
import { Told } from './told.tsx';
import { useChannels } from './use-channels.ts';
import { useEntryEdits, useOnlySender } from './use-entry-edits.ts';
import { useEntry, type Opened } from './use-entry.ts';
import { useFollowed } from './use-followed.ts';
import { useLivePrice } from './use-live-price.ts';
import { usePriceRise } from './use-price-rise.ts';
import { useSending } from './use-sending.ts';
import { DeskContext, useDesk, useWords } from './wording.ts';
import './order-entry.css';

/** One order on one page. */
export default function OrderEntryPage() {
  const t = useWords();
  const order = useEntity('Order');
  const mayAdd = useHasPermission('Order:add');
  if (!mayAdd) return <EmptyState kind="forbidden" title={t('noRight')} note={t('noRightNote')} />;
  if (order.state === 'failed') return <ErrorPanel error={toDisplayError(order.error)} onRetry={order.retry} />;
  if (!order.answer) return <Skeleton shape="page" />;
  return <OrderEntry answer={order.answer} />;
}

function OrderEntry({ answer }: { answer: EntityAnswer }) {
  const words = useMemo(() => entityLabels(answer), [answer]);
  const [search, setSearch] = useSearchParams();
  const asked = { id: search.get('id') ?? '', copy: search.get('copy') ?? '' };
  const { entry, opened, record, restored, change, start, saved, again, showRecord, blank } = useEntry(asked);
  const { channels, ...listing } = useChannels(entry.customer);
  const price = useLivePrice(entry, channels);
  const followed = useFollowed(record, showRecord);
  const page = useRef<HTMLDivElement>(null);
  const chosen = price.offers.find((offer) => isChoice(offer, entry.choice));
  const rise = usePriceRise({ chosen, choice: entry.choice, again: price.again });
  const onSaved = (as: { id: string; version: number }) => {
    saved(as);
    setSearch({ id: as.id }, { replace: true });
  };
  const { placing, busy, faults, isFailed, isClosed, go, clear, reset } = useSending({
    ...{ entry, channels, record, page, change, against: rise.against, onSaved, onPlaced: showRecord },
  });
  const edits = useEntryEdits(change, useForget(rise.forget, clear));
  /** Another parcel of the same sender. */
  const startNew = () => {
    reset();
    setSearch({}, { replace: false });
    const { customer, senderMode, sender } = entry;
    start({ ...blank(), customer, senderMode, sender });
  };
  useOnlySender(entry, channels, change);

  if (opened.step !== 'open') return <Opening opened={opened} onRetry={again} />;
  const disabled = isClosed || busy;
  return (
    <DeskContext.Provider value={{ words, faults, disabled }}>
      <ConfigProvider componentDisabled={disabled}>
        <div className="entry-page" ref={page}>
          <Head isDraft={entry.id !== ''} busy={busy} onNew={entry.id || restored ? startNew : null} />
          <Told {...{ placing, restored }} onOver={(version) => edits.edit({ version })} onDrop={startNew} />
          <div className="entry-columns">
            <div className="entry-left">
              <Whose value={entry.customer} isSet={isClosed || entry.id !== ''} onChange={edits.chooseCustomer} />
              {entry.customer ? <EntryForm entry={entry} channels={channels ?? []} onChange={edits.edit} /> : null}
            </div>
            <div className="entry-right">
              <Followed {...{ ...followed, record, answer }} onNew={startNew} onAgain={(copy) => setSearch({ copy })} />
              <Unlisted {...listing} />
              {isClosed || !entry.customer ? null : (
                <>
                  <SendCard {...{ chosen, isFailed, placing, go }} />
                  <PricePanel
                    {...{ entry, price }}
                    onChoose={edits.choose}
                    onPick={edits.takePick}
                    onRule={edits.goBy}
                  />
                </>
              )}
            </div>
          </div>
        </div>
      </ConfigProvider>
    </DeskContext.Provider>
  );
}

/** The order is on its way, or could not be read. */
function Opening({ opened, onRetry }: { opened: Opened; onRetry: () => void }) {
  if (opened.step === 'failed') return <ErrorPanel error={toDisplayError(opened.error)} onRetry={onRetry} />;
  return <Skeleton shape="page" />;
}

/** Takes back what was told of the price and of the last try. */
const useForget = (price: () => void, lastTry: () => void) =>
  useCallback(() => {
    price();
    lastTry();
  }, [price, lastTry]);

function Head({ isDraft, busy, onNew }: { isDraft: boolean; busy: boolean; onNew: (() => void) | null }) {
  const t = useWords();
  return (
    <PageHeader
      title={t(isDraft ? 'title.draft' : 'title')}
      note={t('note')}
      actions={
        onNew ? (
          <button type="button" className="button" disabled={busy} onClick={onNew}>
            {t('follow.new')}
          </button>
        ) : null
      }
    />
  );
}

/** Whose order it is; a member's is always their own. */
function Whose({ value, isSet, onChange }: { value: string; isSet: boolean; onChange: (customer: string) => void }) {
  const isMember = useViewer().member !== null;
  const { faults } = useDesk();
  if (isMember) return null;
  return (
    <div className="entry-card">
      <CustomerField value={value} disabled={isSet} onChange={onChange} />
      {faults['customer'] ? <p className="entry-fault">{faults['customer']}</p> : null}
    </div>
  );
}

/** How an order that was placed goes on. */
function Followed({
  record,
  slow,
  packages,
  answer,
  onNew,
  onAgain,
}: ReturnType<typeof useFollowed> & {
  record: WireRecord | null;
  answer: EntityAnswer;
  onNew: () => void;
  onAgain: (id: string) => void;
}) {
  if (!record || record.status === 'draft') return null;
  return (
    <FollowPanel
      {...{ record, slow, packages, onNew }}
      toneOf={(state) => (answer.meta.workflow?.states[state]?.tone ?? 'neutral') as TagTone}
      onAgain={() => onAgain(record.id)}
    />
  );
}

/** Why the channels of the customer cannot be shown. */
function Unlisted({ error, again }: { error: unknown; again: () => void }) {
  const t = useWords();
  if (!error) return null;
  return <ErrorPanel compact error={{ ...toDisplayError(error), title: t('channelsFailed') }} onRetry={again} />;
}
