import { quantity } from './quantity.tsx';

export const length = quantity(0);
