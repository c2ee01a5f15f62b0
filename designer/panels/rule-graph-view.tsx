import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleGraph, type RuleNode } from '../../engine/core/index.ts';
import { EmptyState } from '../../engine/kit/index.ts';
import { useDesigner } from '../store.ts';
import { layeredLayout } from './graph-layout.ts';
import { GraphView, textWidth, type DrawnNode } from './graph-view.tsx';
import { usePartWords, type PartWords } from './parts.tsx';

/** Which rule reads and decides which field: fields and rules as nodes, reading and deciding as arrows. */
export function RuleGraphView({ onRule }: { onRule: (at: string) => void }) {
  const { t } = useTranslation('designer');
  const meta = useDesigner((state) => state.document.meta);
  const words = usePartWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const graph = useMemo(() => ruleGraph(meta), [meta]);
  const nodes = useMemo(
    () =>
      graph.nodes.map(({ id, kind, name }): DrawnNode => {
        const label =
          kind === 'field'
            ? words.field(name)
            : t(`rules.node.${kind}`, {
                name: ruledName(kind, name, words),
              });
        return { id, kind: kind === 'field' ? 'field' : 'rule', label };
      }),
    [graph, words, t],
  );
  const layout = useMemo(
    () =>
      layeredLayout({
        nodes: nodes.map(({ id, label }) => ({ id, width: Math.min(280, textWidth(label) + 28) })),
        edges: graph.edges,
        measures: { height: 34, across: 90, down: 14, margin: 24 },
      }),
    [nodes, graph],
  );
  if (nodes.length === 0) return <EmptyState kind="nothing" compact title={t('rules.none')} />;
  const cycles = [...graph.valueCycles, ...graph.stateCycles];
  const inCycle = new Set(cycles.flat());
  const choose = (id: string) => {
    setChosen(id === chosen ? null : id);
    if (graph.nodes.find((node) => node.id === id)?.kind !== 'field') onRule(id);
  };
  return (
    <div className="rule-graph">
      {cycles.map((fields) => (
        <p key={fields.join()} className="panel-trouble" role="status">
          {t('rules.cycle', { fields: words.list(fields.map(words.field)) })}
        </p>
      ))}
      <div className="graph-scroll" tabIndex={0} role="region" aria-label={t('rules.graph')}>
        <GraphView
          label={t('rules.graph')}
          layout={layout}
          nodes={nodes}
          edges={graph.edges.map((edge) => ({
            ...edge,
            id: `${edge.from}>${edge.to}`,
            bad: inCycle.has(edge.from) && edge.kind === 'reads',
          }))}
          chosen={chosen}
          onChoose={choose}
        />
      </div>
    </div>
  );
}

/** What a rule is about, as people know it; rules that refuse go by their short code. */
function ruledName(kind: RuleNode['kind'], name: string, words: PartWords): string {
  if (kind === 'view') return words.view(name);
  if (kind === 'total') return words.total(name);
  if (kind === 'rows') return words.role(name);
  return kind === 'validation' || kind === 'guard' ? name : words.field(name);
}
