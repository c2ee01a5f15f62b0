import type { Widget } from '../../../kit/index.ts';
import { faultOf } from './sheet.ts';

/** Prices by zone and weight, typed and pasted as in a spreadsheet; read beside the version before. */
export const priceSheet: Widget = Object.freeze<Widget>({
  name: 'price-sheet',
  types: ['json'],
  options: { compare: { type: 'text', maxLength: 64 } },
  icon: 'ordered-list',
  samples: [
    {
      zones: ['2', '3'],
      rows: [
        { to: '1', mode: 'flat', prices: { 2: '9.99', 3: '10.50' } },
        { to: '20', mode: 'perUnit', step: '0.5', prices: { 2: '1.25' }, fee: { amount: '8', per: 'piece' } },
        { to: '30', mode: 'firstAndSteps', first: '0.5', step: '0.5', prices: { 3: ['12.00', '3.50'] } },
      ],
      above: { 2: '0.85' },
    },
  ],
  badSamples: [
    { zones: [], rows: [] },
    { zones: ['2'], rows: [{ to: '1', mode: 'flat', prices: { 2: 'ten' } }] },
    { zones: ['2'], rows: [{ to: 'x', mode: 'flat', prices: { 2: '1' } }] },
  ],
  check: faultOf,
  load: () => import('./price-sheet.tsx'),
});
