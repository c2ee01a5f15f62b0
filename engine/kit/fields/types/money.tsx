import { quantity } from '../controls/quantity.tsx';

export const money = quantity(2);
