import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  EmptyState,
  ErrorPanel,
  newKey,
  PageHeader,
  Skeleton,
  StatusTag,
  toDisplayError,
  useConfirm,
  useHasPermission,
} from '../../kit/index.ts';
import { Failure } from './failure.tsx';
import { useAsked, useMoney, useNames, useWords, type Money, type Run } from './shared.ts';
import './plans.css';

interface GoodsSet {
  readonly code: string;
  readonly value: string;
  readonly valueZh: string | null;
  readonly price: string;
  readonly days: number;
  readonly orders: number | null;
  readonly ordersPer: 'month' | 'term';
  readonly seats: number | null;
  readonly modules: readonly string[] | null;
}
interface Goods {
  readonly id: string;
  readonly name: string;
  readonly nameZh: string | null;
  readonly kind: 'plan' | 'addOn';
  readonly description: string | null;
  readonly descriptionZh: string | null;
  readonly currency: string;
  readonly refundRule: string;
  readonly spec: string | null;
  readonly specZh: string | null;
  readonly sets: readonly GoodsSet[];
}
interface Answer {
  readonly rows: readonly Goods[];
  readonly wallet: readonly Money[];
}

/** What the platform sells to this company, and a way to buy it from the wallet. */
export default function TenantGoodsPage() {
  const t = useWords();
  const money = useMoney();
  const { answer, error, again, run } = useAsked<Answer>('TenantShop/goods');
  const [done, setDone] = useState(false);
  if (!answer) return error ? <ErrorPanel error={toDisplayError(error)} onRetry={again} /> : <Skeleton shape="form" />;
  const balance = answer.wallet.map((each) => money(each.balance, each.currency)).join(' · ');
  return (
    <div className="plans">
      <PageHeader
        title={t('goods.title')}
        note={t('goods.note')}
        extra={balance ? <StatusTag tone="info" text={`${t('goods.balance')} ${balance}`} /> : null}
      />
      <Failure error={error} />
      <p role="status">{done && !error ? t('buy.done') : ''}</p>
      {answer.rows.length === 0 ? <EmptyState kind="nothing" title={t('goods.none')} /> : null}
      <ul className="plans-goods">
        {answer.rows.map((goods) => (
          <GoodsCard key={goods.id} goods={goods} wallet={answer.wallet} run={run} onDone={setDone} />
        ))}
      </ul>
    </div>
  );
}

interface CardProps {
  goods: Goods;
  wallet: readonly Money[];
  run: Run;
  onDone: (done: boolean) => void;
}

function GoodsCard({ goods, wallet, run, onDone }: CardProps) {
  const t = useWords();
  const names = useNames();
  const mayBuy = useHasPermission('GoodsOrder:pay');
  const purchase = usePurchase({ goods, wallet, run, onDone });
  if (!purchase) return null;
  const { code } = purchase;
  return (
    <li>
      <h2>
        {names(goods.name, goods.nameZh)}{' '}
        <StatusTag tone={goods.kind === 'plan' ? 'info' : 'neutral'} text={t(`goods.${goods.kind}`)} />
      </h2>
      {goods.description ? <p>{names(goods.description, goods.descriptionZh)}</p> : null}
      <SetChoice goods={goods} code={code} onChoose={purchase.setCode} />
      <p className="plans-quiet">{t(`goods.refund.${goods.refundRule}`)}</p>
      {mayBuy ? <BuyForm kind={goods.kind} purchase={purchase} /> : null}
    </li>
  );
}

type Purchase = NonNullable<ReturnType<typeof usePurchase>>;

/** What is chosen of some goods, and buying it; null where nothing can be chosen. */
function usePurchase({ goods, wallet, run, onDone }: CardProps) {
  const t = useWords();
  const names = useNames();
  const money = useMoney();
  const confirm = useConfirm();
  const [query] = useSearchParams();
  const isRenewed = query.get('goods') === goods.id;
  const renewed = goods.sets.find((each) => isRenewed && each.code === query.get('set'));
  const [code, setCode] = useState((renewed ?? goods.sets[0])?.code ?? '');
  const [quantity, setQuantity] = useState(1);
  const [begins, setBegins] = useState(goods.kind === 'plan' || isRenewed ? 'after' : 'now');
  // The same purchase keeps its key until it is made, so that pressing twice buys once.
  const [key, setKey] = useState(newKey);
  const [busy, setBusy] = useState(false);
  const set = goods.sets.find((each) => each.code === code);
  if (!set) return null;
  const cents = Number(set.price.replace('.', '')) * quantity;
  const amount = (cents / 100).toFixed(2);
  const shown = money(amount, goods.currency);
  const change = (apply: () => void) => {
    apply();
    setKey(newKey());
  };
  const buy = async () => {
    const what = `${names(goods.name, goods.nameZh)} ${names(set.value, set.valueZh)}`;
    const held = wallet.find(({ currency }) => currency === goods.currency)?.balance ?? '0';
    const content = t('buy.confirmText', { balance: money(held, goods.currency) });
    if (
      !(await confirm({
        title: t('buy.confirm', { what, amount: shown }),
        content,
        okText: t('buy.button', { amount: shown }),
      }))
    )
      return;
    setBusy(true);
    const bought = await run('TenantShop/buy', { key, goods: goods.id, set: code, quantity, begins, amount });
    setBusy(false);
    onDone(bought);
    if (bought) setKey(newKey());
  };
  return {
    ...{ code, quantity, begins, busy, buy, shown },
    setCode: (next: string) => change(() => setCode(next)),
    setQuantity: (next: number) => change(() => setQuantity(next)),
    setBegins: (next: string) => change(() => setBegins(next)),
  };
}

interface SetChoiceProps {
  readonly goods: Goods;
  readonly code: string;
  onChoose(code: string): void;
}

function SetChoice({ goods, code, onChoose }: SetChoiceProps) {
  const t = useWords();
  const names = useNames();
  const money = useMoney();
  const group = useId();
  return (
    <fieldset>
      <legend>{names(goods.spec, goods.specZh) || t(`goods.${goods.kind}`)}</legend>
      {goods.sets.map((each) => (
        <label key={each.code} className={each.code === code ? 'is-chosen' : undefined}>
          <input type="radio" name={group} checked={each.code === code} onChange={() => onChoose(each.code)} />
          <span>
            <b>{names(each.value, each.valueZh)}</b> {money(each.price, goods.currency)}
            <small>{factsOf(t, goods.kind, each).join(' · ')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** So many are bought at once. */
const most = 100;

function BuyForm({ kind, purchase }: { kind: Goods['kind']; purchase: Purchase }) {
  const t = useWords();
  const { quantity, setQuantity, begins, setBegins, busy, buy, shown } = purchase;
  // The field may be empty for a moment; the price beside it is of the last number in it.
  const [typed, setTyped] = useState(String(quantity));
  const type = (text: string) => {
    setTyped(text);
    const number = Math.trunc(Number(text));
    if (number >= 1) setQuantity(Math.min(most, number));
  };
  return (
    <div className="plans-buy">
      <label>
        {t(kind === 'plan' ? 'buy.terms' : 'buy.quantity')}
        <input
          type="number"
          min={1}
          max={most}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(String(quantity))}
        />
      </label>
      <label>
        {t('buy.begins')}
        <select value={begins} onChange={(event) => setBegins(event.target.value)}>
          <option value="after">{t('buy.after')}</option>
          <option value="now">{t('buy.now')}</option>
        </select>
      </label>
      <button type="button" className="button is-primary" disabled={busy} aria-busy={busy} onClick={() => void buy()}>
        {t('buy.button', { amount: shown })}
      </button>
    </div>
  );
}

type Words = ReturnType<typeof useWords>;

/** Describes what a set gives. */
function factsOf(t: Words, kind: Goods['kind'], { days, orders, ordersPer, seats, modules }: GoodsSet): string[] {
  const isPlan = kind === 'plan';
  const named = (modules ?? []).map((name) => t(`module.${name}`)).join(', ');
  return [
    t('goods.days', { days }),
    orders === null
      ? isPlan
        ? t('goods.ordersAll')
        : ''
      : t(ordersPer === 'month' ? 'goods.ordersMonth' : 'goods.ordersTerm', { orders }),
    seats === null ? (isPlan ? t('goods.seatsAll') : '') : t('goods.seats', { seats }),
    named ? t('goods.modules', { modules: named }) : isPlan ? t('goods.modulesAll') : '',
  ].filter((part) => part !== '');
}
