// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import {
  ListCells,
  PickHead,
  ShownRowsContext,
  type ListCellContext,
  type ShownRows,
} from '../../../engine/kit/screens/list-cells.tsx';

it('selects what is loaded, and takes no press before anything is', () => {
  const picked: boolean[] = [];
  const cells = { t: (key: string) => key, pickShown: (on: boolean) => picked.push(on) } as unknown as ListCellContext;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => flushSync(() => root.unmount()));
  const press = (shown: ShownRows) => {
    flushSync(() =>
      root.render(
        <ListCells value={cells}>
          <ShownRowsContext value={shown}>
            <PickHead />
          </ShownRowsContext>
        </ListCells>,
      ),
    );
    host.querySelector('input')?.click();
  };
  press({ count: 0, picked: 0 });
  expect(picked).toEqual([]);
  press({ count: 2, picked: 0 });
  press({ count: 2, picked: 2 });
  expect(picked).toEqual([true, false]);
});
