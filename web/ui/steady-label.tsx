interface SteadyLabelProps {
  children: string;
}

/**
 * A label that is bold while it is selected. A hidden bold copy reserves its width, so that
 * selecting does not move the labels next to it.
 */
export const SteadyLabel = ({ children }: SteadyLabelProps) => (
  <span
    data-label={children}
    className="inline-grid justify-items-center after:invisible after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-label)]"
  >
    {children}
  </span>
);
