//! What is counted with: counters, gauges and histograms that cost one or two atomic additions each.
//!
//! Invariants: clones count together; nothing here takes a lock or allocates, so it may stand on the way of every
//! move. A set by a label has all its series from the start, so a rate is right from the first event on.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::{EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;

/// Counts up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter(Arc<AtomicU64>);

impl Counter {
    /// One more.
    pub(crate) fn count(&self) {
        self.add(1);
    }

    /// So many more.
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    #[cfg(test)]
    pub(crate) fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl EncodeMetric for Counter {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        encoder.encode_counter::<NoLabelSet, _, u64>(&self.0.load(Ordering::Relaxed), None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Counter
    }
}

/// Time that was used, as a counter of seconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spent(Arc<AtomicU64>);

impl Spent {
    /// It is so much by now.
    pub(crate) fn set(&self, time: Duration) {
        self.0.store(nanos(time), Ordering::Relaxed);
    }
}

impl EncodeMetric for Spent {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        encoder.encode_counter::<NoLabelSet, _, u64>(&seconds(self.0.load(Ordering::Relaxed)), None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Counter
    }
}

/// Goes up and down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauge(Arc<AtomicI64>);

impl Gauge {
    /// It is so much now.
    pub(crate) fn set(&self, value: usize) {
        self.0.store(i64::try_from(value).unwrap_or(i64::MAX), Ordering::Relaxed);
    }

    /// What it is.
    pub(crate) fn value(&self) -> usize {
        usize::try_from(self.0.load(Ordering::Relaxed)).unwrap_or(0)
    }

    /// A share of it, which is 0 at first and taken out again when the share is dropped.
    pub(crate) fn share(&self) -> Share {
        Share { gauge: self.clone(), part: 0 }
    }
}

impl EncodeMetric for Gauge {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        encoder.encode_gauge(&self.0.load(Ordering::Relaxed))
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Gauge
    }
}

/// What one thing contributes to a gauge as long as it lives.
#[derive(Debug)]
pub(crate) struct Share {
    gauge: Gauge,
    part: i64,
}

impl Share {
    /// The contribution is so much now.
    pub(crate) fn set(&mut self, part: usize) {
        let part = i64::try_from(part).unwrap_or(i64::MAX);
        if part != self.part {
            self.gauge.0.fetch_add(part - self.part, Ordering::Relaxed);
            self.part = part;
        }
    }

    /// The same as a value, for a share that is made with its contribution.
    pub(crate) fn of(mut self, part: usize) -> Share {
        self.set(part);
        self
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// What a histogram measures, and where its buckets end.
pub(crate) trait Scale: fmt::Debug + Send + Sync + 'static {
    /// The upper ends of the buckets in the units that are added; the last bucket has none.
    const ENDS: &'static [u64];
    /// The value in which Prometheus is told a number of units.
    fn told(units: u64) -> f64;
}

/// Times from 50 microseconds to 10 seconds, added in nanoseconds and told in seconds.
#[derive(Debug)]
pub(crate) struct Times;

impl Scale for Times {
    const ENDS: &'static [u64] = &[
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        25_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        500_000_000,
        1_000_000_000,
        2_500_000_000,
        10_000_000_000,
    ];

    fn told(units: u64) -> f64 {
        seconds(units)
    }
}

/// Numbers of things that are done at once, from 1 to 1024.
#[derive(Debug)]
pub(crate) struct Sizes;

impl Scale for Sizes {
    const ENDS: &'static [u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

    fn told(units: u64) -> f64 {
        units as f64
    }
}

/// How often which values occurred.
#[derive(Debug)]
pub(crate) struct Histogram<S> {
    /// One count a bucket, and one beyond the last end; then the sum of all.
    counts: Arc<[AtomicU64]>,
    sum: Arc<AtomicU64>,
    scale: PhantomData<S>,
}

impl<S: Scale> Histogram<S> {
    /// Adds a value.
    pub(crate) fn add(&self, units: u64) {
        let bucket = S::ENDS.partition_point(|&end| end < units);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(units, Ordering::Relaxed);
    }
}

impl Histogram<Times> {
    /// Adds a time.
    pub(crate) fn took(&self, time: Duration) {
        self.add(nanos(time));
    }
}

impl<S> Clone for Histogram<S> {
    fn clone(&self) -> Histogram<S> {
        Histogram { counts: Arc::clone(&self.counts), sum: Arc::clone(&self.sum), scale: PhantomData }
    }
}

impl<S: Scale> Default for Histogram<S> {
    fn default() -> Histogram<S> {
        let counts = (0..=S::ENDS.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { counts, sum: Arc::default(), scale: PhantomData }
    }
}

impl<S: Scale> EncodeMetric for Histogram<S> {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        let ends = S::ENDS.iter().map(|&end| S::told(end)).chain([f64::INFINITY]);
        let counts = self.counts.iter().map(|count| count.load(Ordering::Relaxed));
        let buckets: Vec<(f64, u64)> = ends.zip(counts).collect();
        let count = buckets.iter().map(|(_, count)| count).sum();
        let sum = S::told(self.sum.load(Ordering::Relaxed));
        encoder.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
    }

    fn metric_type(&self) -> MetricType {
        MetricType::Histogram
    }
}

/// What series are told apart by: few values, all of which are known.
pub(crate) trait Label: Copy + fmt::Debug + Send + Sync + 'static {
    /// All values, in the order of their indices.
    const ALL: &'static [Self];
    /// The names of the labels and their values in the text.
    fn labels(self) -> Vec<(&'static str, String)>;
    /// Its place among [`Label::ALL`].
    fn index(self) -> usize;
}

/// One instrument for each value of a label.
#[derive(Debug)]
pub(crate) struct By<L, M> {
    series: Arc<[M]>,
    label: PhantomData<L>,
}

impl<L: Label, M> By<L, M> {
    /// The instrument of a value.
    pub(crate) fn of(&self, label: L) -> &M {
        &self.series[label.index()]
    }
}

impl<L, M> Clone for By<L, M> {
    fn clone(&self) -> By<L, M> {
        By { series: Arc::clone(&self.series), label: PhantomData }
    }
}

impl<L: Label, M: Default> Default for By<L, M> {
    fn default() -> By<L, M> {
        By { series: L::ALL.iter().map(|_| M::default()).collect(), label: PhantomData }
    }
}

impl<L: Label, M: EncodeMetric + Default> EncodeMetric for By<L, M> {
    fn encode(&self, mut encoder: MetricEncoder<'_>) -> fmt::Result {
        for (label, metric) in L::ALL.iter().zip(self.series.iter()) {
            metric.encode(encoder.encode_family(&label.labels())?)?;
        }
        Ok(())
    }

    fn metric_type(&self) -> MetricType {
        M::default().metric_type()
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn seconds(nanos: u64) -> f64 {
    Duration::from_nanos(nanos).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_leaves_nothing_behind() {
        let gauge = Gauge::default();
        let mut share = gauge.share();
        let other = gauge.share().of(3);
        share.set(10);
        share.set(4);
        assert_eq!(gauge.value(), 7);
        drop(share);
        assert_eq!(gauge.value(), 3);
        drop(other);
        assert_eq!(gauge.value(), 0);
    }

    #[test]
    fn a_value_at_the_end_of_a_bucket_is_in_it() {
        let histogram = Histogram::<Sizes>::default();
        [0, 1, 2, 3, 1024, 1025].into_iter().for_each(|size| histogram.clone().add(size));
        let counts: Vec<u64> = histogram.counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        assert_eq!(counts, [2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    }
}
