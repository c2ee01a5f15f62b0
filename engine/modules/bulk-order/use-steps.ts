import { useCallback, useMemo } from 'react';
import type { useConfirm } from '../../kit/index.ts';
import type { SheetDesk } from './desk.ts';
import type { RunKind } from './run-orders.ts';
import { offersOf, ordersOfRows, overwritten, readyOf, savingOf, takeAll, workOf } from './sheet-steps.ts';
import type { OrderRow } from './sheet-view.ts';
import { setCells } from './sheet.ts';
import type { useRuns } from './use-runs.ts';
import type { Judged } from './use-sheet-view.ts';
import { useMoney, useWords } from './wording.ts';

interface Given {
  desk: SheetDesk;
  sheet: Judged;
  runs: ReturnType<typeof useRuns>;
  confirm: ReturnType<typeof useConfirm>;
}

/** What is done with all orders of the sheet, each as far as it may go. */
export function useSteps({ desk, sheet, runs, confirm }: Given) {
  const questionOf = usePlaceQuestion();
  return useMemo(() => {
    const { orders } = sheet;
    const { sound, whole } = readyOf(sheet);
    const start = (kind: RunKind) => void runs.start(kind, (kind === 'place' ? whole : sound).map(workOf));
    const offers = offersOf(orders);
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
        if (await confirm(questionOf(sheet, whole))) start('place');
      },
      offers: {
        without: offers.without.length,
        cheaper: offers.cheaper.length,
        saving: savingOf(offers.cheaper),
        currency: offers.cheaper[0]?.price.currency ?? '',
      },
      takeOffers: (which: 'without' | 'cheaper') => desk.change((now) => setCells(now, takeAll(offers[which]))),
      /** What stands here counts, whatever was changed elsewhere. */
      overwrite: (rows: readonly string[]) => void desk.mark((marks) => overwritten(marks, ordersOfRows(orders, rows))),
      leave(rows: readonly string[]) {
        const own = ordersOfRows(orders, rows);
        void desk.takeOut(new Set(own.flatMap(({ order }) => order.rows.map(({ id }) => id))));
      },
    };
  }, [sheet, runs, confirm, desk, questionOf]);
}

/** What is asked before orders are placed: how many, for how much, and what stays behind. */
function usePlaceQuestion() {
  const t = useWords();
  const money = useMoney();
  return useCallback(
    ({ orders, sums }: Judged, whole: readonly OrderRow[]) => {
      const priced = whole.filter(({ order, mark }) => mark?.price?.print === order.print);
      const sum = sums.totals.map(({ sale, currency }) => money(sale, currency)).join(' + ');
      const left = orders.length - whole.length;
      const content = [
        priced.length === whole.length
          ? t('place.sum', { sum })
          : t('place.untried', { count: whole.length - priced.length }),
        ...(left > 0 ? [t('place.left', { count: left })] : []),
      ].join(' ');
      return {
        title: t('place.question', { count: whole.length }),
        content,
        okText: t('page.placeOf', { count: whole.length }),
      };
    },
    [t, money],
  );
}
