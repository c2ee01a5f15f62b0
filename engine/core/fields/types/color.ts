import { textual } from '../textual.ts';

const shape = '^#[0-9a-f]{6}$';

export const color = textual({
  name: 'color',
  maxLength: 7,
  shape,
  operators: ['eq', 'in', 'empty', 'notEmpty'],
  normalize: (text) => text.toLowerCase(),
  check: (text) => (new RegExp(shape).test(text) ? null : 'color.invalid'),
  samples: { valid: ['#1677ff', '#000000'], invalid: ['1677ff', '#fff', '#12345g', 'red', 'rgb(0,0,0)', {}] },
});
