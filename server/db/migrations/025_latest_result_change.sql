-- Whether a result was published or taken back lately is asked for each event stream that opens.
create index results_by_change on results ((greatest(published_at, voided_at)) desc nulls last);
