import { ConfigProvider } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
  useKeys,
  useViewer,
  type EntityAnswer,
  type TagTone,
} from '../../kit/index.ts';
import { CustomerField } from './customer-field.tsx';
import { EntryForm, originOf } from './entry-form.tsx';
import { noEntry, type Choice } from './entry.ts';
import { FollowPanel } from './follow-panel.tsx';
import { isChoice, isDearer, totalOf, type Offer } from './offers.ts';
import { gapsFor, wordOfGap } from './gap-words.ts';
import { PricePanel } from './price-panel.tsx';
import { Told } from './told.tsx';
import { useChannels } from './use-channels.ts';
import { useEntry } from './use-entry.ts';
import { useFollowed } from './use-followed.ts';
import { useLivePrice } from './use-live-price.ts';
import { usePlacing, type Placing } from './use-placing.ts';
import { DeskContext, useFigures, useWords } from './wording.ts';
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
  const t = useWords();
  const figures = useFigures();
  const isMember = useViewer().member !== null;
  const words = useMemo(() => entityLabels(answer), [answer]);
  const [search, setSearch] = useSearchParams();
  const asked = { id: search.get('id') ?? '', copy: search.get('copy') ?? '' };
  const { entry, opened, restored, change, start, saved, again, showRecord, blank } = useEntry(asked);
  const { channels, error: channelError, again: channelsAgain } = useChannels(entry.customer);
  const price = useLivePrice(entry, channels);
  const record = opened.step === 'open' ? opened.record : null;
  const { slow, packages } = useFollowed(record, showRecord);
  const [tried, setTried] = useState<'no' | 'save' | 'place'>('no');
  const page = useRef<HTMLDivElement>(null);
  const told = useRef<number | null>(null);
  const chosen = price.offers.find((offer) => isChoice(offer, entry.choice));

  const isFailed = record?.status === 'failed';
  const isClosed = record !== null && record.status !== 'draft' && !(isFailed && record._can?.includes('edit'));
  const dock = channels?.find(({ id }) => id === entry.choice?.channel)?.dock?.id ?? null;
  const { placing, saveDraft, place, clear } = usePlacing({
    ...{ entry, shipFrom: dock, action: isFailed ? 'retry' : 'submit', change },
    onSaved: (as) => {
      saved(as);
      setSearch({ id: as.id }, { replace: true });
    },
    onPlaced: showRecord,
  });
  const busy = placing.step !== 'idle';
  const gaps = gapsFor(tried, entry, originOf(entry, channels ?? []));
  const faults = { ...Object.fromEntries(gaps.map((gap) => [gap, wordOfGap(t, gap)])), ...placing.faults };

  const toFirst = (places: readonly string[]) => {
    const all = [...(page.current?.querySelectorAll<HTMLElement>('[data-place]') ?? [])];
    const found = all.find(({ dataset }) => places.includes(dataset['place'] ?? ''));
    found?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus();
    found?.scrollIntoView({ block: 'center' });
  };
  /** A price above the one shown is told first, and charged only once it was told. A rate rule may take another service. */
  const against = (offer: Offer): string | null => {
    if (!offer.available) return t('noPrice', { reason: offer.reason?.message ?? '' });
    const now = totalOf(offer);
    if (told.current === now || !chosen?.available || !isDearer(offer, chosen)) return null;
    told.current = now;
    price.again();
    const [before, after] = [chosen, offer].map((each) => figures.money(totalOf(each), each.currency));
    const { service } = offer;
    return isChoice(offer, entry.choice)
      ? t('priceChanged', { before, after })
      : t('pickChanged', { before, after, service: service.name });
  };
  const go = (what: 'save' | 'place') => {
    if (busy || isClosed) return;
    setTried(what);
    const lacking = gapsFor(what, entry, originOf(entry, channels ?? []));
    if (lacking.length > 0) {
      clear();
      toFirst(lacking);
      return;
    }
    void (what === 'save' ? saveDraft() : place(against));
  };
  const edit: typeof change = useCallback(
    (part) => {
      change(part);
      told.current = null;
      clear();
    },
    [change, clear, told],
  );
  const choose = useCallback((choice: Choice | null) => edit({ choice }), [edit]);
  // The rule's own choice takes back nothing that was told.
  const takePick = useCallback((choice: Choice) => change({ choice }), [change]);
  const goBy = useCallback((rateRule: string) => edit({ rateRule, choice: null }), [edit]);
  const chooseCustomer = useCallback(
    (customer: string) => edit({ customer, choice: null, rateRule: '', sender: noEntry.sender, senderMode: 'channel' }),
    [edit],
  );
  /** Another parcel of the same sender. */
  const startNew = () => {
    setTried('no');
    clear();
    setSearch({}, { replace: false });
    const { customer, senderMode, sender } = entry;
    start({ ...blank(), customer, senderMode, sender });
  };
  useKeys({ 'Mod+s': () => go('save'), 'Mod+Enter': () => go('place') });

  // Channels that send from the customer's address alone leave nothing to choose.
  useEffect(() => {
    const isOwnOnly = channels !== null && channels.length > 0 && channels.every(({ mode }) => mode === 'customer');
    if (isOwnOnly && entry.senderMode === 'channel') change({ senderMode: 'own' });
  }, [channels, entry.senderMode, change]);

  if (opened.step === 'failed') return <ErrorPanel error={toDisplayError(opened.error)} onRetry={again} />;
  if (opened.step === 'loading') return <Skeleton shape="page" />;
  return (
    <DeskContext.Provider value={{ words, faults, disabled: isClosed || busy }}>
      <ConfigProvider componentDisabled={isClosed || busy}>
        <div className="entry-page" ref={page}>
          <PageHeader
            title={t(entry.id ? 'title.draft' : 'title')}
            note={t('note')}
            actions={
              entry.id || restored ? (
                <button type="button" className="button" disabled={busy} onClick={startNew}>
                  {t('follow.new')}
                </button>
              ) : null
            }
          />
          <Told placing={placing} restored={restored} onOver={(version) => edit({ version })} onDrop={startNew} />
          <div className="entry-columns">
            <div className="entry-left">
              {isMember ? null : (
                <div className="entry-card">
                  <CustomerField
                    value={entry.customer}
                    disabled={isClosed || entry.id !== ''}
                    onChange={chooseCustomer}
                  />
                  {faults['customer'] ? <p className="entry-fault">{faults['customer']}</p> : null}
                </div>
              )}
              {entry.customer ? <EntryForm entry={entry} channels={channels ?? []} onChange={edit} /> : null}
            </div>
            <div className="entry-right">
              {record && record.status !== 'draft' ? (
                <FollowPanel
                  {...{ record, slow, packages, onNew: startNew }}
                  toneOf={(state) => (answer.meta.workflow?.states[state]?.tone ?? 'neutral') as TagTone}
                  onAgain={() => setSearch({ copy: record.id })}
                />
              ) : null}
              {channelError ? (
                <ErrorPanel
                  compact
                  error={{ ...toDisplayError(channelError), title: t('channelsFailed') }}
                  onRetry={channelsAgain}
                />
              ) : null}
              {isClosed || !entry.customer ? null : (
                <>
                  <SendCard {...{ chosen, isFailed, placing, go }} />
                  <PricePanel entry={entry} price={price} onChoose={choose} onPick={takePick} onRule={goBy} />
                </>
              )}
            </div>
          </div>
        </div>
      </ConfigProvider>
    </DeskContext.Provider>
  );
}

/** What is chosen, and the buttons that save and place it. */
function SendCard({
  chosen,
  isFailed,
  placing,
  go,
}: {
  chosen: Offer | undefined;
  isFailed: boolean;
  placing: Placing;
  go: (what: 'save' | 'place') => void;
}) {
  const t = useWords();
  const figures = useFigures();
  const busy = placing.step !== 'idle';
  return (
    <section className="entry-card entry-send">
      <p className="entry-sum">
        {chosen?.available ? (
          <>
            <span>{chosen.service.name}</span>
            <strong>{figures.money(totalOf(chosen), chosen.currency)}</strong>
          </>
        ) : (
          <span className="entry-quiet">{t('gap.choice')}</span>
        )}
      </p>
      <p className="entry-actions">
        <button
          type="button"
          className="button"
          disabled={busy}
          aria-busy={placing.step === 'saving'}
          aria-keyshortcuts="Control+S"
          onClick={() => go('save')}
        >
          {t('save')}
        </button>
        <button
          type="button"
          className="button is-primary"
          disabled={busy}
          aria-busy={placing.step === 'trying' || placing.step === 'submitting'}
          aria-keyshortcuts="Control+Enter"
          onClick={() => go('place')}
        >
          {t(isFailed ? 'retry' : 'place')}
        </button>
      </p>
    </section>
  );
}
