//! What a process has used, as Linux tells it.

use crate::Fault;

/// The processor seconds that a process has used, in user and system together.
pub(crate) fn cpu(process: u32) -> Result<f64, Fault> {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = stat.rsplit_once(')').ok_or("a stat of Linux")?;
    let ticks =
        |number: usize| fields.split_whitespace().nth(number - 3).and_then(|field| field.parse::<f64>().ok());
    let (user, system) = (ticks(14).ok_or("user time")?, ticks(15).ok_or("system time")?);
    Ok((user + system) / TICKS_A_SECOND)
}

/// The bytes of memory that it holds.
pub(crate) fn memory(process: u32) -> Result<u64, Fault> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let kilobytes = status.lines().find_map(|line| {
        let value = line.strip_prefix("VmRSS:")?;
        value.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    });
    Ok(kilobytes.ok_or("a status of Linux")? * 1024)
}
