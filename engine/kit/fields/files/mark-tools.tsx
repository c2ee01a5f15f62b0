import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** What each button puts around the selection, or before each of its lines. */
const tools = [
  { name: 'bold', around: '**', face: 'B' },
  { name: 'italic', around: '*', face: 'I' },
  { name: 'heading', before: '## ', face: 'H' },
  { name: 'bullets', before: '- ', face: '•' },
  { name: 'numbers', before: '1. ', face: '1.' },
  { name: 'quote', before: '> ', face: '”' },
] as const;

export type MarkTool = (typeof tools)[number];

/** The buttons for the light marks of a text. */
export function MarkButtons({ disabled = false, onPress }: { disabled?: boolean; onPress: (tool: MarkTool) => void }) {
  const { t } = useTranslation();
  return tools.map((tool) => (
    <Button
      key={tool.name}
      type="text"
      size="small"
      disabled={disabled}
      aria-label={t(`field.rich.${tool.name}`)}
      title={t(`field.rich.${tool.name}`)}
      onClick={() => onPress(tool)}
    >
      <span data-tool={tool.name} data-face={tool.face} aria-hidden="true" />
    </Button>
  ));
}

/** The text with a mark at the selection. */
export function withMark({ text, from, to, tool }: { text: string; from: number; to: number; tool: MarkTool }): string {
  const chosen = text.slice(from, to);
  if ('around' in tool) return `${text.slice(0, from)}${tool.around}${chosen}${tool.around}${text.slice(to)}`;
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return `${text.slice(0, start)}${text.slice(start, to).replace(/^/gm, tool.before)}${text.slice(to)}`;
}
