import { useMemo } from 'react';
import type { useConfirm } from '../../kit/index.ts';
import type { SheetDesk } from './desk.ts';
import type { Mark } from './marks.ts';
import type { OrderRow } from './sheet-view.ts';
import type { Work } from './save-orders.ts';
import { setCells } from './sheet.ts';
import type { RunKind, useRuns } from './use-runs.ts';
import type { Judged } from './use-sheet-view.ts';
import { useMoney, useWords } from './wording.ts';

interface Given {
  desk: SheetDesk;
  sheet: Judged;
  runs: ReturnType<typeof useRuns>;
  confirm: ReturnType<typeof useConfirm>;
  defaults: Readonly<Record<string, string>>;
}

const hasErrors = ({ order, state }: OrderRow): boolean =>
  state === 'changed' || order.issues.some(({ grade }) => grade === 'error');

/** A refusal is asked again each time: its cause may be gone. */
const workOf = ({ order, mark }: OrderRow): Work => {
  if (!mark) return { order, mark };
  const { refused: _refused, ...rest } = mark;
  return { order, mark: rest };
};

/** What is done with all orders of the sheet, each as far as it may go. */
export function useSteps({ desk, sheet, runs, confirm }: Given) {
  const t = useWords();
  const money = useMoney();
  return useMemo(() => {
    const { orders } = sheet;
    const twice = new Set(
      sheet.causes.flatMap(({ issue, cells }) => (issue.code === 'sheet.twoDrafts' ? cells : [])).map(({ row }) => row),
    );
    const sound = orders.filter((each) => !hasErrors(each) && !each.order.rows.some(({ id }) => twice.has(id)));
    const whole = sound.filter(({ order }) => order.issues.length === 0);
    const start = (kind: RunKind) => void runs.start(kind, (kind === 'place' ? whole : sound).map(workOf));
    const priced = whole.filter(({ order, mark }) => mark?.price?.print === order.print);
    const offered = orders.flatMap(({ order, mark }) => {
      const price = mark?.price;
      return price?.offer && price.print === order.print ? [{ order, price, offer: price.offer }] : [];
    });
    const without = offered.filter(({ price }) => price.sale === null);
    const cheaper = offered.filter(({ price }) => price.sale !== null);
    const marksOf = (rows: readonly string[], change: (mark: Mark) => Mark) => {
      const wanted = new Set(rows);
      const own = orders.filter(({ order }) => order.rows.some(({ id }) => wanted.has(id)));
      return desk.mark((marks) => {
        const next: Record<string, Mark> = { ...marks };
        for (const { order, mark } of own) for (const { id } of order.rows) if (mark) next[id] = change(mark);
        return next;
      });
    };
    return {
      /** Orders that can be placed, and those that can be saved. */
      ready: whole.length,
      savable: sound.length,
      wrong: orders.length - sound.length + sound.filter(({ state }) => state === 'refused').length,
      gaps: sound.length - whole.length,
      save: () => start('save'),
      try: () => start('try'),
      again: () => runs.outcome && start(runs.outcome.kind),
      async place() {
        const { totals } = sheet.sums;
        const sum = totals.map(({ sale, currency }) => money(sale, currency)).join(' + ');
        const left = orders.length - whole.length;
        const content = [
          priced.length === whole.length
            ? t('place.sum', { sum })
            : t('place.untried', { count: whole.length - priced.length }),
          ...(left > 0 ? [t('place.left', { count: left })] : []),
        ].join(' ');
        const question = {
          title: t('place.question', { count: whole.length }),
          content,
          okText: t('page.placeOf', { count: whole.length }),
        };
        if (await confirm(question)) start('place');
      },
      offers: {
        without: without.length,
        cheaper: cheaper.length,
        saving:
          cheaper.reduce((all, { price, offer }) => all + Math.round(((price.sale ?? 0) - offer.sale) * 100), 0) / 100,
        currency: cheaper[0]?.price.currency ?? '',
      },
      takeOffers(which: 'without' | 'cheaper') {
        const changes = (which === 'without' ? without : cheaper).flatMap(({ order, offer }) =>
          order.rows.flatMap(({ id }, at) => [
            { row: id, column: 'channel', text: at === 0 ? offer.channel : '' },
            { row: id, column: 'service', text: at === 0 ? offer.service : '' },
          ]),
        );
        desk.change((now) => setCells(now, changes));
      },
      /** What stands here counts, whatever was changed elsewhere. */
      overwrite: (rows: readonly string[]) =>
        void marksOf(rows, ({ stands, refused: _refused, print: _print, ...mark }) => ({
          ...mark,
          ...(stands === undefined ? {} : { version: stands }),
        })),
      leave(rows: readonly string[]) {
        const wanted = new Set(rows);
        const own = orders.filter(({ order }) => order.rows.some(({ id }) => wanted.has(id)));
        void desk.takeOut(new Set(own.flatMap(({ order }) => order.rows.map(({ id }) => id))));
      },
    };
  }, [sheet, runs, confirm, desk, t, money]);
}
