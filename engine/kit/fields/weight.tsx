import { quantity } from './quantity.tsx';

export const weight = quantity(0);
