import { useEffect } from 'react';
import { isUnderWay, type BillImport } from './imports.ts';
import { useReport } from './report.tsx';

/** Milliseconds between two looks at imports that are under way. */
const pulse = 1_500;

/** The imports of the tenant, looked at again while one of them is under way. */
export function useImports(of: 'ups' | 'fedex' | null) {
  const report = useReport<{ readonly imports: readonly BillImport[] }>(
    'CarrierBill/imports',
    of === null ? {} : { carrier: of.toUpperCase() },
  );
  const { found, again } = report;
  const busy = found?.imports.some(isUnderWay) ?? false;
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), pulse);
    return () => clearInterval(timer);
  }, [busy, again]);
  return report;
}
