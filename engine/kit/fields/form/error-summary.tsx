import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Issue } from '../../../core/index.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import { controlId, type FormTools } from '../controls/form-tools.tsx';
import { inVisualOrder } from '../controls/issue-order.ts';
import { useIssueWords } from '../controls/issue-words.ts';

export interface ErrorSummaryProps {
  issues: readonly (Issue & { message?: string })[];
  tools: FormTools;
  /** Grows with each refused attempt; the summary then takes the focus. */
  attempts: number;
  /** Said above them instead of that nothing was saved. */
  title?: string | undefined;
}

/** All that keeps the form from being saved, each with a way to its field. Takes the focus after each refused attempt. */
export function ErrorSummary({ issues, tools, attempts, title }: ErrorSummaryProps) {
  const { t } = useTranslation();
  const words = useIssueWords();
  const placeOf = usePlaceWords(tools);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (attempts > 0) box.current?.focus();
  }, [attempts]);
  // A line that is mended leaves its room until the next attempt: the form below does not move under the hand.
  useLayoutEffect(() => setHeight(0), [attempts]);
  useLayoutEffect(() => {
    const now = list.current?.offsetHeight ?? 0;
    if (now > height) setHeight(now);
  }, [issues, height]);
  const ordered = inVisualOrder(issues, tools.order ?? [], tools.field);
  if (attempts === 0 || issues.length === 0) return null;
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1}>
      <p className="error-summary-title">{title ?? t('form.summary', { count: issues.length })}</p>
      <ul ref={list} style={{ minHeight: height }}>
        {ordered.map((issue, at) => {
          const place = placeOf(issue.path);
          const text = words(issue, place.label);
          return (
            <li key={at}>
              {place.known ? (
                <button type="button" className="link-button" onClick={() => goTo(tools, issue.path)}>
                  {t('form.summary.line', { field: place.label, text })}
                </button>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** `boxes[1].weight` as "Boxes, row 2, Weight". */
function usePlaceWords(tools: FormTools): (path: string) => { label: string; known: boolean } {
  const { t } = useTranslation();
  const { words } = useFieldHost();
  return (path) => {
    const [root = '', ...rest] = path.split(/[[\].]+/).filter(Boolean);
    const field = tools.field(root);
    if (!field || root === '') return { label: '', known: false };
    const label = tools.label(root);
    if (field.lines && rest[0] !== undefined) {
      const row = t('form.summary.row', { field: label, row: Number(rest[0]) + 1 });
      return { label: rest[1] ? t('form.summary.cell', { row, column: words.line(root, rest[1]) }) : row, known: true };
    }
    if (rest[0] && field.meta.type === 'address')
      return { label: t('form.summary.cell', { row: label, column: t(`field.address.${rest[0]}`) }), known: true };
    return { label, known: true };
  };
}

/** Brings the control of a path into sight and the cursor into it. */
export function goTo(tools: FormTools, path: string): void {
  const row = /\[(\d+)\]/.exec(path)?.[1];
  const field = /^[^.[]*/.exec(path)?.[0] ?? '';
  const open = tools.panes.get(field);
  if (open) flushSync(open);
  const reveal = tools.reveals.get(field);
  if (row !== undefined && reveal) flushSync(() => reveal(Number(row)));
  const target =
    document.getElementById(controlId(tools.id, path)) ??
    document.getElementById(controlId(tools.id, path.replace(/[.[].*$/, '')));
  if (!target) return;
  const inner = /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(target.tagName)
    ? target
    : (target.querySelector<HTMLElement>('input, textarea, button') ?? target);
  inner.focus({ preventScroll: true });
  (target.closest('.form-item') ?? target).scrollIntoView({ block: 'center' });
}
