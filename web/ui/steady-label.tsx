interface SteadyLabelProps {
  children: string;
}

/**
 * The label of one of several, which is bold while that one is chosen. It always has the room of
 * the bold one, so that those beside it stay where they are.
 */
export const SteadyLabel = ({ children }: SteadyLabelProps) => (
  <span
    data-label={children}
    className="inline-grid justify-items-center after:invisible after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-label)]"
  >
    {children}
  </span>
);
