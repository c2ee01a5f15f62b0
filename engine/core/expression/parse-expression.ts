import { Environment, ParseError, type ASTNode } from '@marcbachmann/cel-js';
import { issue, type Issue } from '../meta/issue.ts';

/** What an expression may measure. All work, in the browser and in Postgres, is bounded by these. */
export const expressionLimits = Object.freeze({ maxLength: 4_000, maxNodes: 1_000, maxDepth: 32 });

/** Made with the first expression: it registers every function of the language, and a page may need none. */
let known: Environment | null = null;
const parser = (): Environment =>
  (known ??= new Environment({
    limits: {
      maxAstNodes: expressionLimits.maxNodes,
      maxDepth: expressionLimits.maxDepth,
      maxListElements: expressionLimits.maxNodes,
      maxCallArguments: 8,
    },
  }));

/** The tree of a text as the grammar has it, unchecked; or the issue where it breaks (`position` in characters from 0). */
export function parseExpression(text: string): { ast: ASTNode } | Issue {
  const { maxLength } = expressionLimits;
  if (text.length > maxLength) return issue('expression.tooLarge', '', { position: maxLength, max: maxLength });
  try {
    return { ast: parser().parse(text).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const position = error.range?.start ?? 0;
    if (error.code !== 'limit_exceeded') return issue('expression.syntax', '', { position });
    return issue('expression.tooLarge', '', { position, max: expressionLimits.maxNodes });
  }
}

/** What a part of the tree was written as, with the brackets that its edges cut off. */
export function textOfNode(node: ASTNode): string {
  const { input } = node;
  let { start, end } = node;
  let [open, lowest] = [0, 0];
  for (const at of solidPlaces(input, start, end)) {
    if (input[at] === '(') open += 1;
    if (input[at] === ')') lowest = Math.min(lowest, (open -= 1));
  }
  for (; lowest < 0; lowest += 1, open += 1) start = input.lastIndexOf('(', start - 1);
  for (; open > 0; open -= 1) end = input.indexOf(')', end) + 1;
  return input.slice(start, end);
}

/** The places outside quoted texts. */
function* solidPlaces(input: string, start: number, end: number): Generator<number> {
  let quote = '';
  for (let at = start; at < end; at += 1) {
    const letter = input[at] ?? '';
    if (quote === '') {
      if (letter === '"' || letter === "'") quote = letter;
      else yield at;
    } else if (letter === '\\') at += 1;
    else if (letter === quote) quote = '';
  }
}
